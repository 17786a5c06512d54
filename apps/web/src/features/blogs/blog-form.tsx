import { blogContentLength, blogTitleLength } from '@carecommons/contract/limits';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { inputClass, Labelled } from '../../components/ui/field.tsx';
import { LimitReached } from '../../components/ui/limit-reached.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useCounted } from '../../components/ui/text-area.tsx';
import { isSignedOut } from '../../lib/calls/call.ts';
import { LoginFirst } from './login-first.tsx';
import { Preview } from './preview.tsx';
import { Toolbar } from './toolbar.tsx';
import type { Writing } from './writing.ts';

interface Props {
  writing: Writing;
  /** The button's words, and those while it works. */
  action: ReactNode;
  busy: ReactNode;
  /** What it says when sending failed. */
  failure: ReactNode;
  /** Whether what is written can be cleared away. */
  clearable?: boolean;
  /** Stands above the button once it was sent. */
  done?: ReactNode;
}

/** An article while it is written: its title, its text in Markdown with the tools for it, and what it will look like. */
export function BlogForm({ writing, action, busy, failure, clearable = false, done }: Props) {
  const { text, change, reset, restored, saving, blank, problem, closeProblem, errorOf, form } = writing;
  const { ref: area, counter } = useCounted<HTMLTextAreaElement>(blogContentLength, { value: text.content });
  const left = blogTitleLength - text.title.length;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <form {...form} className="grid content-start gap-5">
        {restored && (
          <Notice kind="info">
            <p>
              <Trans>This is your earlier draft, which was not sent.</Trans>
            </p>
            <Button variant="quiet" className="mt-2" onClick={reset}>
              <Trans>Discard the draft</Trans>
            </Button>
          </Notice>
        )}
        <Labelled
          label={<Trans>Title</Trans>}
          hint={
            // The figures in the field say it to who sees.
            <span className="sr-only">
              <Plural value={left} one="# character left" other="# characters left" />
            </span>
          }
          error={errorOf('title')}
        >
          {(wiring) => (
            <>
              <div className="relative">
                <input
                  dir="auto"
                  {...wiring}
                  name="title"
                  required
                  maxLength={blogTitleLength}
                  autoComplete="off"
                  value={text.title}
                  onChange={({ target }) => change({ title: target.value })}
                  className={`${inputClass} pe-20`}
                />
                <span
                  className="tabular pointer-events-none absolute inset-y-0 end-3 content-center text-sm text-muted"
                  aria-hidden
                >
                  {text.title.length}/{blogTitleLength}
                </span>
              </div>
              <LimitReached length={text.title.length} most={blogTitleLength} />
            </>
          )}
        </Labelled>
        <div className="grid gap-1">
          <Labelled
            label={<Trans>Content</Trans>}
            hint={<Trans>You can use Markdown: **bold**, *italic*, ## for a heading, - for a list.</Trans>}
            error={errorOf('content')}
          >
            {(wiring) => (
              <>
                <Toolbar field={area} />
                <textarea
                  dir="auto"
                  {...wiring}
                  ref={area}
                  name="content"
                  required
                  rows={16}
                  value={text.content}
                  onChange={({ target }) => change({ content: target.value })}
                  className={inputClass}
                />
                {counter}
              </>
            )}
          </Labelled>
        </div>
        {done}
        {problem !== undefined && !isSignedOut(problem) && problem.code !== 'changed_meanwhile' && (
          <Notice kind="danger">
            <p className="font-semibold">{failure}</p>
            {problem.code === 'unreachable' ? (
              <p>
                <Trans>The server cannot be reached. What you typed is still here.</Trans>
              </p>
            ) : (
              <p>{problem.message}</p>
            )}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={blank} aria-disabled={saving} className="min-w-40">
            {saving ? busy : action}
          </Button>
          {clearable && (
            <Button variant="quiet" disabled={saving} onClick={reset}>
              <Trans>Clear/Cancel</Trans>
            </Button>
          )}
        </div>
      </form>
      <Preview title={text.title} content={text.content} />
      {problem !== undefined && isSignedOut(problem) && <LoginFirst onClose={closeProblem} />}
    </div>
  );
}
