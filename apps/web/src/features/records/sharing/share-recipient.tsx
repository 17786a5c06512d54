import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { type ChosenProvider, ProviderChoice } from '../provider-choice.tsx';

/** With whom something is shared. */
export interface Recipient {
  way: 'provider' | 'link';
  provider: ChosenProvider | undefined;
}

interface Props {
  recipient: Recipient;
  onChange: (recipient: Recipient) => void;
  errorOf: (name: string) => string | undefined;
}

/** Whether it is for a provider of the directory, or for whoever has a link and its passcode. */
export function ShareRecipient({ recipient, onChange, errorOf }: Props) {
  const { t } = useLingui();
  const ways: [Recipient['way'], name: ReactNode, description: ReactNode][] = [
    [
      'provider',
      <Trans key="a">A provider here</Trans>,
      <Trans key="b">They find it among their reports, when they are signed in.</Trans>,
    ],
    [
      'link',
      <Trans key="a">Somebody else, by a link</Trans>,
      <Trans key="b">They need no account: the link and a passcode of eight digits.</Trans>,
    ],
  ];
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">
        <Trans>With whom?</Trans>
      </legend>
      {ways.map(([way, name, description]) => (
        <Fragment key={way}>
          <label className="flex min-h-11 items-start gap-3 py-1.5">
            <input
              type="radio"
              name="way"
              checked={recipient.way === way}
              onChange={() => onChange({ ...recipient, way })}
              className="mt-0.5 size-5 shrink-0 accent-primary"
            />
            <span>
              {name}
              <span className="block text-sm text-muted">{description}</span>
            </span>
          </label>
          {way === 'provider' && recipient.way === way && (
            <div className="ps-8 pb-2">
              <ProviderChoice
                label={t`Name of the provider`}
                selected={recipient.provider}
                onChange={(provider) => onChange({ way, provider })}
                error={errorOf('provider')}
              />
            </div>
          )}
        </Fragment>
      ))}
    </fieldset>
  );
}
