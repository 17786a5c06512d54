import type { BlogSource } from '@carecommons/contract/blogs';
import { blogContentLength } from '@carecommons/contract/limits';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import type { Writing } from './writing.ts';

interface Props {
  newer: BlogSource;
  writing: Writing;
}

/** An article was saved elsewhere while it was changed here: both texts are there, and the author decides. */
export function NewerText({ newer: { title, content, version }, writing }: Props) {
  const { text, saving, change, send } = writing;
  const both = `${text.content}\n\n${content}`;
  return (
    <div className="grid gap-3">
      <Notice kind="danger">
        <p className="font-semibold">
          <Trans>This article was saved elsewhere meanwhile, perhaps in another tab.</Trans>
        </p>
        <p>
          <Trans>Nothing was overwritten. What you wrote is in the form; what is saved now is here:</Trans>
        </p>
      </Notice>
      <TextField label={<Trans>Saved title</Trans>} readOnly value={title} />
      <TextArea label={<Trans>Saved content</Trans>} readOnly rows={8} value={content} />
      <div className="flex flex-wrap gap-3">
        <Button disabled={saving} onClick={() => send({ version })}>
          <Trans>Save what I wrote</Trans>
        </Button>
        {both.length <= blogContentLength && (
          <Button variant="quiet" disabled={saving} onClick={() => change({ content: both, version })}>
            <Trans>Put the saved text below mine</Trans>
          </Button>
        )}
        <Button variant="quiet" disabled={saving} onClick={() => change({ title, content, version })}>
          <Trans>Discard mine and use the saved text</Trans>
        </Button>
      </div>
    </div>
  );
}
