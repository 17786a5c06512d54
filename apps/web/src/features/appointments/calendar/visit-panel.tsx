import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useHeard } from '../../../lib/calls/use-heard.ts';

interface Props {
  children: ReactNode;
  /** `back`: the focus is to return to what opened it; else it has gone elsewhere. */
  onClose: (back: boolean) => void;
}

/**
 * What stands beside the calendar once a visit is pressed: at the foot of a phone, at the side of a desk. The page stays
 * within reach, and it closes when the focus leaves it.
 */
export function VisitPanel({ children, onClose }: Props) {
  const { t } = useLingui();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  useHeard(panel, 'keydown', (event) => {
    // A dialog that stands over it closes by itself.
    if (event.key === 'Escape' && (event.target as Element).closest('dialog') === null) onClose(true);
  });
  useHeard(panel, 'focusout', ({ relatedTarget }, element) => {
    if (relatedTarget !== null && !element.contains(relatedTarget as Node)) onClose(false);
  });
  return (
    <section
      ref={panel}
      role="dialog"
      aria-label={t`Visit`}
      tabIndex={-1}
      className="fixed inset-x-2 bottom-18 z-20 grid max-h-[70dvh] overflow-y-auto rounded-card border border-control bg-surface p-3 shadow-float md:inset-x-auto md:end-4 md:bottom-4 md:max-h-[80dvh] md:w-md"
    >
      <div className="flex justify-end">
        <Button variant="plain" onClick={() => onClose(true)}>
          <X size={20} aria-hidden />
          <Trans>Close</Trans>
        </Button>
      </div>
      {children}
    </section>
  );
}
