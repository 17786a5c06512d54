import type { Share } from '@carecommons/contract/shares';
import { Trans, useLingui } from '@lingui/react/macro';
import { Share2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';
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
      <ButtonLink to="/record" variant={link === null ? 'primary' : 'quiet'}>
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
      <Once label={t`Link`} text={address} beside={<SendLink address={address} />} />
      <Once label={t`Passcode`} text={spaced} />
    </>
  );
}

/** A text that is not shown again, to be copied or sent. */
function Once({ label, text, beside }: { label: string; text: string; beside?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className="grid gap-2 rounded-control bg-raised p-4">
      <TextField label={label} readOnly value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
      <CopyButton
        label={label}
        text={text}
        onSelect={() => box.current?.querySelector('input')?.select()}
        beside={beside}
      />
    </div>
  );
}

/** Opens the share sheet of a phone, where there is one: from there the link goes out in whichever app. */
function SendLink({ address }: { address: string }) {
  const { t } = useLingui();
  if (!('share' in navigator)) return null;
  const send = () =>
    navigator.share({ title: t`Medical reports`, url: address }).catch(() => {
      // It was closed again, or the device cannot: the link can be copied all the same.
    });
  return (
    <Button onClick={() => void send()}>
      <Share2 size={20} aria-hidden />
      <Trans>Send the link…</Trans>
    </Button>
  );
}
