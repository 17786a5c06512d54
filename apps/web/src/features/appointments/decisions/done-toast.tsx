import { Trans } from '@lingui/react/macro';
import { CircleCheck, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';

interface Props {
  /** What was done. It takes the focus, as the button that did it is gone. */
  message: ReactNode;
  /** Takes it back, where that is possible. */
  onUndo?: (() => void) | undefined;
  /** Until when it is shown, in milliseconds since 1970. */
  until: number;
  onEnd: () => void;
  /** How it looks: floating, or within a card. */
  className: string;
  /** Whether it neither takes the focus nor is read out: what was pressed is elsewhere, and says so there. */
  quiet?: boolean | undefined;
}

const secondsUntil = (until: number) => Math.ceil((until - Date.now()) / 1000);

/** Says what was done, for as long as it can be taken back. */
export function DoneToast({ message, onUndo, until, onEnd, className, quiet = false }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const sentence = useRef<HTMLParagraphElement>(null);
  const [left, setLeft] = useState(() => secondsUntil(until));
  const end = useEffectEvent(() => {
    // Who is still here goes on where the page begins.
    if (bar.current?.contains(document.activeElement) === true)
      document.getElementById('main')?.focus({ preventScroll: true });
    onEnd();
  });
  useEffect(() => {
    if (!quiet) sentence.current?.focus({ preventScroll: true });
    const timer = setInterval(() => {
      const rest = secondsUntil(until);
      if (rest <= 0) end();
      else setLeft(rest);
    }, 250);
    return () => clearInterval(timer);
  }, [until, quiet]);
  return (
    <div ref={bar} className={`flex items-center gap-3 ${className}`}>
      {/* Where there is no room for both, the way back stands below it. */}
      <div className="flex min-w-0 flex-auto items-center gap-3">
        <CircleCheck size={20} className="shrink-0 text-success" aria-hidden />
        <p ref={sentence} role={quiet ? undefined : 'status'} tabIndex={-1} className="min-w-0 font-semibold">
          {message}
        </p>
      </div>
      {onUndo && (
        <>
          {/* Seen, and not read out each second. */}
          <span aria-hidden className="tabular text-sm text-muted">
            <Trans>{left} s</Trans>
          </span>
          <Button variant="quiet" onClick={onUndo}>
            <Undo2 size={20} className="rtl:-scale-x-100" aria-hidden />
            <Trans>Undo</Trans>
          </Button>
        </>
      )}
    </div>
  );
}
