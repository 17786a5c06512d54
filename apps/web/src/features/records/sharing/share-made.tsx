import type { Share } from '@carecommons/contract/shares';
import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useWhen } from '../../../lib/texts/when.ts';
import { ownZone } from '../../../lib/texts/zoned.ts';

interface Props {
  share: Share;
  link: { path: string; passcode: string } | null;
}

/** That something is shared by now; of a link, its address and passcode, this once. */
export function ShareMade({ share, link }: Props) {
  const when = useWhen();
  const until = when.moment(new Date(share.ends_at), ownZone());
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => shown.current?.focus(), []);
  return (
    <div ref={shown} tabIndex={-1} className="grid gap-4">
      <Notice kind="success">
        <p className="font-semibold">
          {share.provider === null ? (
            <Trans>The link works until {until}.</Trans>
          ) : (
            <Trans>
              {share.provider} can read it until {until}.
            </Trans>
          )}
        </p>
      </Notice>
      {link !== null && <LinkAndPasscode address={new URL(link.path, location.origin).href} passcode={link.passcode} />}
      <ButtonLink to="/record" look={link === null ? 'primary' : 'quiet'}>
        <Trans>To your reports</Trans>
      </ButtonLink>
    </div>
  );
}

function LinkAndPasscode({ address, passcode }: { address: string; passcode: string }) {
  const { t } = useLingui();
  const spaced = `${passcode.slice(0, 4)} ${passcode.slice(4)}`;
  return (
    <>
      <p>
        <Trans>
          Both are shown only once. Send the link, and give the passcode in another way: by telephone, for example, or
          in a separate message.
        </Trans>
      </p>
      <Once label={t`Link`} text={address} />
      <Once label={t`Passcode`} text={spaced} />
    </>
  );
}

/** A text that is not shown again, to be copied. */
function Once({ label, text }: { label: string; text: string }) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState<boolean>();

  async function copy() {
    // There is no clipboard on a plain http address of the network, and a browser may refuse it.
    const done =
      'clipboard' in navigator &&
      (await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ));
    setCopied(done);
    if (!done) box.current?.querySelector('input')?.select();
  }
  return (
    <div ref={box} className="grid gap-2 rounded-control bg-raised p-4">
      <TextField label={label} readOnly value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
      <div className="flex flex-wrap items-center gap-3">
        <Button look="quiet" onClick={() => void copy()} aria-label={t`Copy: ${label}`}>
          <Copy size={20} aria-hidden />
          <Trans>Copy</Trans>
        </Button>
        <p role="status" className="text-sm text-muted">
          {copied === true && <Trans>Copied.</Trans>}
          {copied === false && <Trans>It is selected. Copy it with your keyboard or the menu of your browser.</Trans>}
        </p>
      </div>
    </div>
  );
}
