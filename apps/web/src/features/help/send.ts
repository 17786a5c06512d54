import { type FormEvent, useRef, useState } from 'react';
import { CallError, isSignedOut } from '../../lib/call.ts';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { isSignedIn } from '../../lib/session.ts';

/**
 * A text that is written and sent. Nothing happens where it is blank, or where nobody is signed in any more. What was
 * typed stays when it cannot be sent.
 */
export function useSend(send: (text: string, idempotencyKey: string) => Promise<void>, first = '') {
  const [text, setText] = useState(first);
  const [running, setRunning] = useState(false);
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<CallError>();
  const busy = useRef(false);
  const keyFor = useIdempotencyKey();

  async function submit() {
    const content = text.trim();
    if (content === '' || busy.current || !isSignedIn()) return;
    busy.current = true;
    setRunning(true);
    setProblem(undefined);
    try {
      await send(content, keyFor(content));
      setText('');
      setSent(true);
    } catch (error) {
      console.error(error);
      if (!isSignedOut(error)) setProblem(error instanceof CallError ? error : undefined);
    } finally {
      busy.current = false;
      setRunning(false);
    }
  }

  return {
    text,
    write(written: string) {
      setText(written);
      setSent(false);
    },
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
