import { type AccountEvent, failedEvents } from '@carecommons/contract/account-event-rules';
import type { OwnAccountEvent } from '@carecommons/contract/account-events';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { deviceName } from '../lib/texts/device-name.ts';
import { useWhen } from '../lib/texts/when.ts';
import { ownZone } from '../lib/texts/zoned.ts';
import { Badge } from './ui/badge.tsx';

/** What is recorded about the use of an account, in words. */
export function useEventNames(): Record<AccountEvent, string> {
  const { t } = useLingui();
  return {
    registered: t`Account opened`,
    signed_in: t`Signed in`,
    signed_in_by_passkey: t`Signed in with a passkey`,
    sign_in_failed: t`Sign-in failed: wrong password`,
    code_failed: t`Sign-in failed: right password, wrong code`,
    sign_ins_refused: t`Sign-ins refused: too many tries`,
    confirmed: t`Second factor confirmed`,
    confirmation_failed: t`Wrong password or code while signed in`,
    recovery_code_used: t`Recovery code used`,
    signed_out: t`Signed out`,
    signed_out_elsewhere: t`Other sessions signed out`,
    signed_out_idle: t`Signed out after inactivity`,
    session_reused: t`Session ended because it was used in two places`,
    password_changed: t`Password changed`,
    password_reset: t`Password reset by email`,
    email_change_asked: t`Change of email address requested`,
    email_confirmed: t`Email address confirmed`,
    factor_added: t`Second factor added`,
    factor_removed: t`Second factor removed`,
    recovery_codes_made: t`New recovery codes made`,
  };
}

interface Props {
  event: OwnAccountEvent;
  /** What else is known: who it was, how often. */
  more?: ReactNode;
}

/** One use of an account: what, when, on which device and from which network. */
export function AccountEventText({ event: { at, kind, device, network, is_new }, more }: Props) {
  const { i18n } = useLingui();
  const when = useWhen();
  const names = useEventNames();
  return (
    <div className="grid min-w-0 gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        {names[kind]}
        {is_new && (
          <Badge variant="waiting" icon={Sparkles}>
            <Trans>New device or network</Trans>
          </Badge>
        )}
        {failedEvents.includes(kind) && (
          <Badge variant="bad" icon={CircleAlert}>
            <Trans>Failed</Trans>
          </Badge>
        )}
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        <time dateTime={at}>{when.moment(new Date(at), ownZone())}</time>
        {kind !== 'sign_ins_refused' && <> · {deviceName(i18n, device)}</>}
        {' · '}
        <bdi>{network}</bdi>
        {more}
      </p>
    </div>
  );
}
