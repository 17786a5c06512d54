import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { signedInPerson } from '../../lib/personal-data.ts';
import { onSessionChange } from '../../lib/session.ts';
import { DecidedBar } from './decided-bar.tsx';
import { NotMade } from './not-made.tsx';
import { onOutcome, readOutcome, unsay, unsayAll, unsayFailed } from './outcome.ts';

let stands = false;

/**
 * Lets what was done stand at the foot of the window, whichever page is open. It is a tree of its own beside the site's: in the
 * layout it would come with the first load of everybody who never decides anything.
 */
export function hostOutcome(i18n: I18n) {
  if (stands) return;
  stands = true;
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <I18nProvider i18n={i18n}>
      <Outcome />
    </I18nProvider>,
  );
}

function Outcome() {
  const { t } = useLingui();
  const { done, failed } = useSyncExternalStore(onOutcome, readOutcome);
  useForgetting();
  const [first] = failed;
  return (
    <>
      {done.length > 0 && (
        <section
          aria-label={t`What you have just done`}
          className="fixed inset-x-0 bottom-16 z-20 grid gap-2 p-2 md:bottom-0 md:mx-auto md:max-w-2xl md:p-4"
        >
          {done.map(({ key, ...one }) => (
            <DecidedBar key={key} {...one} onEnd={() => unsay(key)} />
          ))}
        </section>
      )}
      {first && (
        <NotMade
          {...first}
          onRetry={
            first.onRetry &&
            (() => {
              unsayFailed(first);
              first.onRetry?.();
            })
          }
          onClose={() => unsayFailed(first)}
        />
      )}
    </>
  );
}

/** Nobody else is told: not who signs in after a session has ended. */
function useForgetting() {
  useEffect(() => {
    let last = signedInPerson();
    return onSessionChange(() => {
      const now = signedInPerson();
      if (now !== undefined && last !== undefined && now !== last) unsayAll();
      last = now ?? last;
    });
  }, []);
}
