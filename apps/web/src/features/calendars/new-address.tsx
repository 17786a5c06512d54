import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/field.tsx';

/** A private address, this once: to be opened in a calendar, or copied into one. */
export function NewAddress({ address }: { address: string }) {
  const { t } = useLingui();
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => shown.current?.focus(), [address]);
  return (
    <div ref={shown} tabIndex={-1} className="grid gap-3 rounded-control bg-raised p-4">
      <TextField
        label={<Trans>Your private address</Trans>}
        hint={<Trans>It is shown only once. Whoever has it can read your calendar, so do not pass it on.</Trans>}
        readOnly
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton
        label={t`Address`}
        text={address}
        variant="primary"
        onSelect={() => shown.current?.querySelector('input')?.select()}
        copied={<Trans>Copied. Add it to your calendar app as an internet calendar.</Trans>}
        beside={
          <a href={address.replace(/^https?/, 'webcal')} className={buttonClass('quiet')}>
            <CalendarPlus size={20} aria-hidden />
            <Trans>Open in a calendar</Trans>
          </a>
        }
      />
    </div>
  );
}
