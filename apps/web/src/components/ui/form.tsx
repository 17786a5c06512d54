import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isSignedOut } from '../../lib/calls/call.ts';
import type { Submission } from '../../lib/form.ts';
import { usePath } from '../../lib/navigation.tsx';
import { useSignedIn } from '../../lib/session/session.ts';
import { Button, type ButtonVariant } from './button.tsx';
import { Notice } from './notice.tsx';

interface FormProps {
  submission: Submission;
  /** The message when sending failed. */
  failure: string;
  /** The button's word, and the one while it works. */
  action: string;
  busy: string;
  /** How the button looks, where it is not what the page is about. */
  variant?: ButtonVariant;
  /** Shown above the button instead of a failure, after the form was sent. */
  done?: ReactNode;
  /** Whether only the signed-in can send it: then it says so as soon as the session has ended, here, elsewhere or in another tab. */
  needsSession?: boolean;
  children: ReactNode;
}

/** A column of fields, then what went wrong, then the button, which keeps its width whatever it says. */
export function Form({
  submission,
  failure,
  action,
  busy,
  variant = 'primary',
  done,
  needsSession = false,
  children,
}: FormProps) {
  const { form, ready, running, problem } = submission;
  const working = running && !done;
  return (
    <form {...form} className="grid gap-5">
      {children}
      {done || (problem && <Failure title={failure} problem={problem} />) || (needsSession && <SignedOut />)}
      <Button
        type="submit"
        variant={variant}
        disabled={!ready}
        aria-disabled={running}
        // The other word stands unseen below it, without height, and gives it its width.
        data-other={working ? action : busy}
        className="flex-col gap-0! after:invisible after:h-0 after:overflow-hidden after:content-[attr(data-other)]"
      >
        {working ? busy : action}
      </Button>
    </form>
  );
}

/** The screen's own sentence, under it the server's where that helps, and the next step. */
function Failure({ title, problem }: { title: string; problem: NonNullable<Submission['problem']> }) {
  return (
    <Notice kind="danger">
      <p className="font-semibold">{title}</p>
      {problem.code === 'unreachable' ? (
        <>
          <p>
            <Trans>The server cannot be reached. What you typed is still here.</Trans>
          </p>
          <Button type="submit" variant="danger" className="mt-2">
            <Trans>Try again</Trans>
          </Button>
        </>
      ) : (
        problem.message !== title && <p>{problem.message}</p>
      )}
      {isSignedOut(problem) && <SignInAndSend />}
    </Notice>
  );
}

/** Stands there from the beginning, without room: a status is read out only where its text comes later. */
function SignedOut() {
  const signedIn = useSignedIn();
  return (
    <div role="status" className="contents">
      {!signedIn && (
        <Notice kind="info">
          <p>
            <Trans>Your session has ended. What you filled in stays here.</Trans>
          </p>
          <SignInAndSend />
        </Notice>
      )}
    </div>
  );
}

function SignInAndSend() {
  const path = usePath();
  return (
    <p>
      <Trans>
        <a
          href={`/login?next=${encodeURIComponent(path)}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center font-semibold underline"
        >
          Sign in in a new tab
        </a>
        , then send this again.
      </Trans>
    </p>
  );
}
