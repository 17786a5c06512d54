import { Trans, useLingui } from '@lingui/react/macro';
import { type InputHTMLAttributes, useState } from 'react';
import { type FieldProps, inputClass, Labelled } from './field.tsx';

/** A password, which its owner may look at while typing. */
export function PasswordField({ label, hint, error, ...input }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(wiring) => (
        <div className="relative">
          <input
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={`${inputClass} pe-20`}
          />
          <button
            type="button"
            aria-label={shown ? t`Hide what is typed` : t`Show what is typed`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 end-0 min-w-16 rounded-control px-3 text-sm font-semibold text-primary hover:bg-primary-soft"
          >
            {shown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
          </button>
        </div>
      )}
    </Labelled>
  );
}
