import type { AccountDecision, AuditAction, AuditReason, JobKind } from '@carecommons/contract/administration-rules';
import type { Grant, Role } from '@carecommons/contract/endpoint';
import { useLingui } from '@lingui/react/macro';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';

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
    end_sessions: t`Signed out everywhere`,
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
    end_sessions: t`Signed somebody out`,
    add: t`Added`,
    edit: t`Changed`,
    merge: t`Merged`,
    retire: t`Retired`,
    restore: t`Offered again`,
    close: t`Closed`,
    reopen: t`Opened again`,
    retry: t`Had an email tried again`,
    search: t`Read the audit`,
    submit: t`Submitted a registration`,
    take: t`Started to review a registration`,
    release: t`Gave a registration back`,
    verify: t`Verified a registration`,
    reject: t`Rejected a registration`,
    expire: t`A verification ended`,
    suspend: t`Suspended a provider`,
    reinstate: t`Lifted a suspension`,
    appeal: t`Appealed`,
    uphold: t`Kept something hidden on appeal`,
    lift: t`Made something visible on appeal`,
    erase: t`Erased an account`,
    end_kept: t`Kept care was erased at its end`,
    open_kept: t`Opened kept care`,
  };
  const jobs: Record<JobKind, string> = {
    letter: t`Email`,
    password_reset: t`Link for a new password`,
    push: t`Push message`,
    scan: t`Search for a virus`,
    export: t`Copy of all data`,
  };
  const reasons: Record<AuditReason, string> = {
    ...grants,
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
    second_factor: t`without a second factor`,
    withdrawn: t`it was withdrawn`,
    share_ended: t`the share had ended`,
    passcode: t`the passcode was wrong`,
    key_missing: t`its key was not at hand`,
    erased: t`it was erased`,
    damaged: t`the file was damaged`,
    'upload not_found': t`tried to upload it`,
    'upload not_allowed': t`tried to upload it`,
    'withdraw not_found': t`tried to withdraw it`,
    'withdraw not_allowed': t`tried to withdraw it`,
    'release not_found': t`tried to release it`,
    'release not_allowed': t`tried to release it`,
    'delete not_found': t`tried to delete it`,
    'delete not_allowed': t`tried to delete it`,
    'share not_found': t`tried to share it, or asked for its share`,
    infected: t`a virus was found in it`,
    asked: t`it was asked for`,
    downloaded: t`it was downloaded`,
    'account events': t`recent activity of accounts`,
    'visit reads': t`who read visits`,
    one: t`one session`,
    others: t`all other sessions`,
    'authenticator app': t`an authenticator app`,
    passkey: t`a passkey`,
    patient: t`for the patient`,
    attendant: t`for an authorised attendant`,
    authority: t`for an authority`,
    search: t`looked for a name`,
    'older copy': t`again, after an older copy was put back`,
  };
  const moment = (at: string) => when.moment(new Date(at), ownZone());
  // What is counted once a day is kept under the beginning of a day of UTC.
  const dayOfList = (at: string) => when.day(new Date(at), 'UTC');
  return { grants, roles, decisions, actions, jobs, reasons, moment, dayOfList };
}
