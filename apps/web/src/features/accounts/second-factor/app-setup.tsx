import { Trans, useLingui } from '@lingui/react/macro';
import { Smartphone } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { buttonClass } from '../../../components/ui/button.tsx';
import { LoadFailure } from '../../../components/ui/load-failure.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { useFocusAfter } from '../../../lib/focus.ts';
import { textOf } from '../../../lib/form.ts';
import { useIdempotencyKey } from '../../../lib/kept/idempotency.ts';
import { usePrefill } from '../../../lib/prefill.ts';
import { CodeField } from '../../../components/code-field.tsx';
import { PasswordGate } from '../../../components/password-gate.tsx';

const QrCode = lazy(() => import('./qr-code.tsx').then((file) => ({ default: file.QrCode })));

interface Props {
  username: string;
  onCodes: (codes: string[]) => void;
  onClose: () => void;
}

/** The secret of a new authenticator app, as a picture and to type, and the form that confirms it. */
export function AppSetup({ username, onCodes, onClose }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const keyOf = useIdempotencyKey();
  // Kept for as long as the setup is open: the app has taken it.
  const {
    prefill: made,
    error,
    retry,
  } = usePrefill({
    queryKey: ['me', 'new-app'],
    queryFn: () => api.call('POST /account/second-factor/app/', { body: {} }),
    gcTime: 0,
  });
  const secret = useRef<HTMLParagraphElement>(null);
  const shown = useFocusAfter<HTMLOListElement>(made !== undefined);
  if (error !== null) {
    return <LoadFailure title={<Trans>The setup could not be started.</Trans>} error={error} onRetry={retry} />;
  }
  if (made === undefined) return <Skeleton className="h-96" />;
  const typed = made.secret.match(/.{1,4}/g)?.join(' ') ?? made.secret;
  return (
    <div className="grid gap-4">
      <ol ref={shown} tabIndex={-1} className="grid list-decimal gap-3 ps-5">
        <li>
          <Trans>Open your authenticator app and let it scan this:</Trans>
          <Suspense fallback={<Skeleton className="mt-2 size-52" />}>
            <QrCode text={made.uri} label={t`The secret for your app, as a QR code. It stands below to type, too.`} />
          </Suspense>
          <p className="mt-2 text-sm text-muted">
            <Trans>Is the app on this device? Open it from here, or copy this secret into it:</Trans>
          </p>
          <p ref={secret} className="font-mono font-semibold wrap-anywhere">
            {typed}
          </p>
          <div className="mt-2 grid gap-2">
            <CopyButton
              label={t`Secret`}
              text={made.secret}
              onSelect={() => secret.current && getSelection()?.selectAllChildren(secret.current)}
              beside={
                <a href={made.uri} className={buttonClass('quiet')}>
                  <Smartphone size={20} aria-hidden />
                  <Trans>Open in my app</Trans>
                </a>
              }
            />
          </div>
        </li>
        <li>
          <Trans>Enter the code that it shows now, and your password:</Trans>
        </li>
      </ol>
      <PasswordGate
        username={username}
        failure={t`The app was not added.`}
        action={t`Add the app`}
        send={async (values, current_password) => {
          const body = { current_password, code: textOf(values, 'code') };
          const idempotencyKey = keyOf(body);
          const added = await api.call('POST /account/second-factor/app/confirm/', { body, idempotencyKey });
          onCodes(added.recovery_codes);
        }}
        focused={false}
        onClose={onClose}
      >
        {(errorOf) => <CodeField error={errorOf('code')} ofApp />}
      </PasswordGate>
    </div>
  );
}
