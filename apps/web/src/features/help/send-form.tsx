import { Trans } from '@lingui/react/macro';
import type { ReactNode, RefObject } from 'react';
import { SentLater } from '../../components/sent-later.tsx';
import { Button } from '../../components/ui/button.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import type { Sending } from './send.ts';

interface Props {
  sending: Sending;
  label: ReactNode;
  hint?: ReactNode;
  placeholder?: string;
  maxLength: number;
  rows: number;
  action: ReactNode;
  busy: ReactNode;
  /** The message after it was sent. */
  done: ReactNode;
  /** Stands beside the button. */
  beside?: ReactNode;
  form?: RefObject<HTMLFormElement | null>;
}

/** One text and the button that sends it; below them the result. */
export function SendForm({ sending, label, hint, placeholder, maxLength, rows, form, ...texts }: Props) {
  const { text, write, isDraft, running, sent, problem, onSubmit } = sending;
  return (
    <form ref={form} method="post" onSubmit={onSubmit} className="grid gap-3">
      <TextArea
        label={label}
        optional={isDraft && <Trans>(your draft)</Trans>}
        hint={hint}
        placeholder={placeholder}
        maxLength={maxLength}
        rows={rows}
        value={text}
        error={problem?.errors[0]?.message}
        onChange={({ target }) => write(target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" aria-disabled={running}>
          {running ? texts.busy : texts.action}
        </Button>
        {texts.beside}
        <p role="status" className="text-sm text-success">
          {sent && texts.done}
        </p>
      </div>
      {problem !== undefined && problem.errors.length === 0 && (
        <Notice kind="danger">
          <p>
            <Trans>That could not be sent. What you typed is still here; please try again.</Trans>
          </p>
          {sending.later && (
            <Button variant="quiet" className="mt-2" onClick={sending.later}>
              <Trans>Send it when I am online again</Trans>
            </Button>
          )}
        </Notice>
      )}
      <SentLater draft={sending.draft} onChange={(one) => write(one.text)} />
    </form>
  );
}
