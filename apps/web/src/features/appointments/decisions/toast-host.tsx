import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { signedInPerson } from '../../../lib/session/personal-data.ts';
import { onSessionChange } from '../../../lib/session/session.ts';
import { DoneToast } from './done-toast.tsx';
import { FailedMoveDialog } from './failed-dialog.tsx';
import { onToastsChange, readToasts, closeToast, closeAllToasts, closeFailure, anchorOf } from './toasts.ts';

let hosted = false;

/**
 * Lets what was done stand at the foot of the window, whichever page is open. It is a tree of its own beside the site's: in the
 * layout it would come with the first load of everybody who never decides anything.
 */
export function hostToasts(i18n: I18n) {
  if (hosted) return;
  hosted = true;
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <I18nProvider i18n={i18n}>
      <ToastList />
    </I18nProvider>,
  );
}

function ToastList() {
  const { t } = useLingui();
  const { done, failed } = useSyncExternalStore(onToastsChange, readToasts);
  useCloseOnOtherPerson();
  const [first] = failed;
  const atFoot = done.filter((one) => anchorOf(one) === undefined);
  return (
    <>
      {atFoot.length > 0 && (
        <>
          {/* The end of the page can be scrolled out from under it. */}
          <div className="h-24" />
          <section
            aria-label={t`What you have just done`}
            className="fixed inset-x-0 bottom-16 z-20 p-2 md:bottom-0 md:mx-auto md:max-w-2xl md:p-4"
          >
            {atFoot.map(({ key, message, until, onUndo }, index) => (
              <DoneToast
                key={key}
                message={message}
                until={until}
                onUndo={onUndo}
                onEnd={() => closeToast(key)}
                // One at a time: the last.
                className={`rounded-card border border-line bg-surface px-4 py-2 shadow-float ${index < atFoot.length - 1 ? 'hidden' : ''}`}
              />
            ))}
          </section>
        </>
      )}
      {first && (
        <FailedMoveDialog
          {...first}
          onRetry={
            first.onRetry &&
            (() => {
              closeFailure(first);
              first.onRetry?.();
            })
          }
          onClose={() => closeFailure(first)}
        />
      )}
    </>
  );
}

/** Nobody else is told: not who signs in after a session has ended. */
function useCloseOnOtherPerson() {
  useEffect(() => {
    let last = signedInPerson();
    return onSessionChange(() => {
      const now = signedInPerson();
      if (now !== undefined && last !== undefined && now !== last) closeAllToasts();
      last = now ?? last;
    });
  }, []);
}
