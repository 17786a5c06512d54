import type { AccountDecision, AuditAction } from '@carecommons/contract/administration-rules';
import type { Grant, Role } from '@carecommons/contract/endpoint';
import { useLingui } from '@lingui/react/macro';
import { useWhen } from '../../lib/when.ts';
import { ownZone } from '../../lib/zoned.ts';

/** Grants, roles and what was done, in words. */
export function useWords() {
  const { t } = useLingui();
  const when = useWhen();
  const grants: Record<Grant, string> = {
    administrator: t`Administrator`,
    moderator: t`Moderator`,
    verifier: t`Verifier`,
  };
  const roles: Record<Role, string> = {
    unknown: t`No profile yet`,
    patient: t`Patient`,
    healthcare_provider: t`Healthcare provider`,
  };
  const decisions: Record<AccountDecision, string> = {
    grant: t`Given`,
    revoke: t`Taken back`,
    disable: t`Disabled`,
    enable: t`Enabled`,
    end_sessions: t`Logged out everywhere`,
  };
  const actions: Record<AuditAction, string> = {
    view: t`Viewed a report`,
    download: t`Downloaded a report`,
    upload: t`Uploaded a report`,
    release_report: t`Released a report`,
    export: t`Made a copy of all data`,
    withdraw: t`Withdrew a report`,
    share: t`Shared a report`,
    unshare: t`Ended the sharing of a report`,
    open_share: t`Opened the link of a share`,
    delete: t`Deleted a document of their own`,
    denied: t`Was refused a report`,
    hide: t`Hid something`,
    show: t`Let something be seen`,
    password_changed: t`Changed the password`,
    password_reset: t`Reset the password`,
    email_verified: t`Verified an email address`,
    email_changed: t`Changed the email address`,
    signed_out: t`Ended other sessions`,
    token_reused: t`A session was used twice`,
    factor_added: t`Added a second factor`,
    factor_removed: t`Removed a second factor`,
    factor_reset: t`Reset a second factor`,
    recovery_codes_made: t`Made recovery codes`,
    recovery_code_used: t`Used a recovery code`,
    grant: t`Gave a grant`,
    revoke: t`Took a grant back`,
    disable: t`Disabled an account`,
    enable: t`Enabled an account`,
    end_sessions: t`Logged somebody out`,
    add: t`Added`,
    edit: t`Changed`,
    merge: t`Merged`,
    retire: t`Retired`,
    restore: t`Offered again`,
    close: t`Closed`,
    reopen: t`Opened again`,
    retry: t`Had a letter tried again`,
    search: t`Read the audit`,
    submit: t`Submitted a registration`,
    take: t`Took a registration into review`,
    release: t`Gave a registration back`,
    verify: t`Verified a registration`,
    reject: t`Rejected a registration`,
    expire: t`A verification ended`,
    suspend: t`Suspended a provider`,
    reinstate: t`Lifted a suspension`,
    appeal: t`Appealed`,
    uphold: t`Kept something hidden on appeal`,
    lift: t`Let something be seen on appeal`,
    erase: t`Erased an account`,
    end_kept: t`Kept care was erased at its end`,
    open_kept: t`Opened kept care`,
  };
  // Why something was refused, or what of it was done, as the audit keeps it.
  const reasons: Record<string, string> = {
    'own reports': t`own reports`,
    'written reports': t`written reports`,
    'waiting reports': t`waiting reports`,
    'who opened reports': t`who opened reports`,
    'own shares': t`own shares`,
    forged: t`the link was not genuine`,
    expired: t`the link had expired`,
    session_ended: t`the session had ended`,
    other_session: t`the link belonged to another session`,
    not_entitled: t`without a right to it`,
    withdrawn: t`it was withdrawn`,
    share_ended: t`the share had ended`,
    erased: t`it was erased`,
    infected: t`a virus was found in it`,
    asked: t`it was asked for`,
    downloaded: t`it was downloaded`,
    one: t`one session`,
    others: t`all other sessions`,
  };
  const moment = (at: string) => when.moment(new Date(at), ownZone());
  return { grants, roles, decisions, actions, reasons, moment };
}
