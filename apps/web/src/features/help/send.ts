import { type FormEvent, useRef, useState } from 'react';
import { CallError, isSignedOut } from '../../lib/calls/call.ts';
import { useDraft } from '../../lib/kept/drafts.ts';
import { useIdempotencyKey } from '../../lib/kept/idempotency.ts';
import { type Later, sendLater } from '../../lib/kept/later.ts';
import { isSignedIn } from '../../lib/session/session.ts';

interface Written {
  /** The name of its draft, which is kept in this browser until it is sent. */
  draft: string;
  /** What it is to begin with. */
  first?: string;
  send: (text: string, idempotencyKey: string) => Promise<void>;
  /** How it is sent when there is a network again, where it may be. */
  later?: (text: string) => Pick<Later, 'line' | 'params' | 'body' | 'page'>;
}

/**
 * A text that is written and sent. Nothing happens where it is blank, or where nobody is signed in any more. What was
 * typed stays when it cannot be sent.
 */
export function useSend({ draft: name, first = '', send, later }: Written) {
  const draft = useDraft<string>(name);
  const [typed, setTyped] = useState<string>();
  const [running, setRunning] = useState(false);
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<CallError>();
  const busy = useRef(false);
  // The text as it is now, also while an earlier one is being sent.
  const latest = useRef<string>(undefined);
  const keyFor = useIdempotencyKey();
  const text = typed ?? draft.found?.content ?? first;

  async function submit() {
    const content = text.trim();
    if (content === '' || busy.current || !isSignedIn()) return;
    busy.current = true;
    setRunning(true);
    setProblem(undefined);
    try {
      const before = latest.current;
      await send(content, keyFor(content));
      setSent(true);
      // What was typed meanwhile is not sent yet.
      if (latest.current !== before) return;
      draft.drop();
      change('');
    } catch (error) {
      console.error(error);
      if (!isSignedOut(error)) setProblem(error instanceof CallError ? error : undefined);
    } finally {
      busy.current = false;
      setRunning(false);
    }
  }

  function change(now: string) {
    latest.current = now;
    setTyped(now);
  }

  const unreachable = problem?.code === 'unreachable';
  return {
    /** The name of its draft. */
    draft: name,
    /** Gives it up for sending as soon as there is a network; only where that is why it was not sent. */
    later:
      later === undefined || !unreachable
        ? undefined
        : () => {
            const content = text.trim();
            // The try that got no answer had this key: the server may have done it all the same.
            sendLater({ id: keyFor(content), text: content, draft: name, ...later(content) });
            draft.drop();
            change('');
            setProblem(undefined);
          },
    text,
    write(written: string) {
      change(written);
      setSent(false);
      draft.save(written.trim() === '' || written === first ? undefined : written);
    },
    /** Whether it is a draft from before, as it was left. */
    isDraft: typed === undefined && Boolean(draft.found),
    /** Forgets the draft, where it shall not be sent. */
    discard: draft.drop,
    running,
    /** Whether the last thing that happened is that it was sent. */
    sent,
    problem,
    onSubmit(event: FormEvent) {
      event.preventDefault();
      void submit();
    },
  };
}

export type Sending = ReturnType<typeof useSend>;
