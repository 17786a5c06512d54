import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  title: ReactNode;
  children?: ReactNode;
  /** The ways on, as buttons or links; the first one gets the focus. */
  actions: ReactNode;
  /** Closed without choosing, by the Escape key. */
  onClose: () => void;
}

/** A message that has to be answered before anything else: the page behind it rests. It is open while it is rendered. */
export function AlertDialog({ title, children, actions, onClose }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    const heading = before?.closest('section')?.querySelector<HTMLElement>('h2[tabindex]');
    if (element?.open === false) element.showModal();
    return () => {
      // A dialog that is taken out of the page does not give the focus back by itself; and what opened it may be gone.
      for (const next of [before as HTMLElement | null, heading, document.getElementById('main')]) {
        if (document.activeElement === document.body) next?.focus();
      }
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-text` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md overflow-y-auto rounded-card border border-line bg-surface p-4 text-ink shadow-float backdrop:bg-scrim md:p-6"
    >
      <div className="grid gap-4">
        <h2 id={`${id}-title`} className="text-xl">
          {title}
        </h2>
        {children && (
          <div id={`${id}-text`} className="grid gap-4">
            {children}
          </div>
        )}
        <div className="flex flex-wrap justify-end gap-2">{actions}</div>
      </div>
    </dialog>
  );
}
