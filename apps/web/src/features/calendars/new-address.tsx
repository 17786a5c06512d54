import { Trans } from '@lingui/react/macro';
import { CalendarPlus, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/field.tsx';

/** A private address, this once: to be opened in a calendar, or copied into one. */
export function NewAddress({ address }: { address: string }) {
  const shown = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState<boolean>();
  useEffect(() => shown.current?.focus(), [address]);

  async function copy() {
    // There is no clipboard on a plain http address of the network, and a browser may refuse it.
    const done =
      'clipboard' in navigator &&
      (await navigator.clipboard.writeText(address).then(
        () => true,
        () => false,
      ));
    setCopied(done);
    if (!done) shown.current?.querySelector('input')?.select();
  }
  return (
    <div ref={shown} tabIndex={-1} className="grid gap-3 rounded-control bg-raised p-4">
      <TextField
        label={<Trans>Your private address</Trans>}
        hint={<Trans>It is shown only once. Whoever has it can read your calendar, so do not pass it on.</Trans>}
        readOnly
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy size={20} aria-hidden />
          <Trans>Copy</Trans>
        </Button>
        <a href={address.replace(/^https?/, 'webcal')} className={buttonClass('quiet')}>
          <CalendarPlus size={20} aria-hidden />
          <Trans>Open in a calendar</Trans>
        </a>
      </div>
      <p role="status" className="text-sm text-muted">
        {copied === true && <Trans>Copied. Add it to your calendar app as an internet calendar.</Trans>}
        {copied === false && <Trans>It is selected. Copy it with your keyboard or the menu of your browser.</Trans>}
      </p>
    </div>
  );
}
