import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useInBrowser } from '../lib/in-browser.ts';
import { Button, type ButtonVariant } from './ui/button.tsx';
import { Notice } from './ui/notice.tsx';

interface Props {
  variant?: ButtonVariant;
  /** What the button says. */
  children: ReactNode;
  /** What is said where the browser gave no passkey: whether its window was closed or it has none, browsers do not tell. */
  unused: ReactNode;
  /** Uses it; throws a CallError. */
  run: (passkeys: typeof import('../lib/session/passkeys.ts')) => Promise<void>;
}

/** Uses a passkey. What that takes is loaded when it is pressed. */
export function PasskeyButton({ variant = 'primary', children, unused, run }: Props) {
  const ready = useInBrowser();
  const [running, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function press() {
    setRunning(true);
    setRefusal(undefined);
    try {
      await run(await import('../lib/session/passkeys.ts'));
    } catch (error) {
      setRefusal(error instanceof Error && 'status' in error && error.status !== 0 ? error.message : '');
      setRunning(false);
    }
  }

  return (
    <>
      <Button variant={variant} disabled={!ready} aria-disabled={running} onClick={() => !running && void press()}>
        <KeyRound size={20} aria-hidden />
        {children}
      </Button>
      {refusal !== undefined && <Notice kind="danger">{refusal || unused}</Notice>}
    </>
  );
}
