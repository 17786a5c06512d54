import { lazy, type ReactNode, Suspense, useState } from 'react';
import { CallError } from '../lib/calls/call.ts';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((file) => ({ default: file.ConfirmDialog })));

const wanting = new Set(['confirmation_required', 'second_factor_required']);

/**
 * For what the server does only for a session that was confirmed just now: `confirmed` does it, asks by `dialog` where that is
 * wanted, and then does it once more. What was filled in stays. Throws the refusal where the person does not confirm.
 */
export function useConfirmed(): { confirmed: <T>(work: () => Promise<T>) => Promise<T>; dialog: ReactNode } {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>();
  async function confirmed<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallError && wanting.has(error.code))) throw error;
      const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      setAnswer(undefined);
      if (!isConfirmed) throw error;
      return await work();
    }
  }
  const dialog = answer && (
    <Suspense>
      <ConfirmDialog onDone={answer} />
    </Suspense>
  );
  return { confirmed, dialog };
}
