import type { Claim } from '@carecommons/contract/verification';
import { canMoveClaim, isLeftLying, mayMoveClaim } from '@carecommons/contract/verification-rules';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type Ref, useState } from 'react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useFocusAfter } from '../../lib/focus.ts';
import { dayOf, listOf } from '../../lib/texts/format.ts';
import { known } from '../../lib/texts/i18n.ts';
import { Link } from '../../lib/navigation.tsx';
import { useNow } from '../../lib/texts/now.ts';
import { useFieldNames } from '../../lib/profile-fields.ts';
import { useSite } from '../../lib/site.ts';
import { renewVerifications } from './api.ts';
import { ClaimBadge } from './claim-badge.tsx';
import { Documents } from './documents.tsx';
import { RejectDialog, VerifyDialog } from './review-dialogs.tsx';

/** A claim as it was submitted: whose it is, to which registration, its documents for the one who checks it, and what can be done. */
export function ClaimCard({ claim, me }: { claim: Claim; me: number }) {
  const { i18n, t } = useLingui();
  const { default_time_zone: zone } = useSite();
  const changed = useFieldNames()(claim.changes);
  const specialities = claim.provider.speciality.map((one) => known(i18n, one));
  const { provider, registration_number, council, reason, verified_until, submitted_at, file_count: count } = claim;
  const day = (at: string | null) => (at === null ? '' : dayOf(i18n, at, zone));
  const [at, until] = [day(submitted_at), day(verified_until)];
  return (
    <article className="grid gap-4 rounded-card border border-line bg-surface p-4 md:p-6">
      <header className="flex flex-wrap items-start justify-between gap-2">
        {claim.photo !== null && <Avatar name={provider.name} photo={claim.photo} alt={t`The submitted photo`} large />}
        <div className="min-w-0 flex-1">
          <h3 dir="auto" className="text-lg">
            <Link to={`/profile/${provider.user}`} className="touchable text-primary underline underline-offset-4">
              {provider.name}
            </Link>
          </h3>
          <p className="text-sm text-muted">
            <Trans>Submitted on {at}</Trans>
            {' · '}
            <Plural value={count} _0="no documents any more" one="# document" other="# documents" />
          </p>
        </div>
        <ClaimBadge state={claim.state} />
      </header>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <Detail term={<Trans>Registration number</Trans>}>{registration_number}</Detail>
        <Detail term={<Trans>Council</Trans>}>{council}</Detail>
        <Detail term={<Trans>Education</Trans>}>{provider.education}</Detail>
        <Detail term={<Trans>Specialities</Trans>}>{listOf(i18n, specialities)}</Detail>
        {claim.state === 'verified' && <Detail term={<Trans>Verified until</Trans>}>{until}</Detail>}
        {reason !== null && <Detail term={<Trans>Reason</Trans>}>{reason}</Detail>}
      </dl>
      {claim.changes.length > 0 && (
        <Notice kind="info">
          <Trans>
            The profile differs by now in: <strong>{changed}</strong>. You see and decide on what was submitted. The
            badge is not shown while the two differ.
          </Trans>
        </Notice>
      )}
      {claim.taken && claim.state !== 'verified' && (
        <Notice kind="info">
          <Trans>Another provider is verified with this registration number and council.</Trans>
        </Notice>
      )}
      {claim.files.length > 0 && <Documents files={claim.files} />}
      <Moves claim={claim} me={me} />
    </article>
  );
}

const Detail = ({ term, children }: { term: ReactNode; children: ReactNode }) => (
  <div className="min-w-0 wrap-anywhere">
    <dt className="text-sm text-muted">{term}</dt>
    <dd>{children}</dd>
  </div>
);

/** The buttons, by the same rules as the server's. */
function Moves({ claim, me }: { claim: Claim; me: number }) {
  const { t } = useLingui();
  const { name } = claim.provider;
  const now = useNow();
  const [asking, setAsking] = useState<'verify' | 'reject'>();
  const first = useFocusAfter<HTMLButtonElement>(claim.state);
  const person = { user_id: me, grants: ['verifier'] as const };
  const parties = { provider_id: claim.provider.user, reviewer_id: claim.reviewer?.id ?? null };
  const may = (move: 'take' | 'take_over' | 'release' | 'verify') =>
    mayMoveClaim(person, parties, move) && canMoveClaim(move, claim.state);
  const takesOver = may('take_over') && isLeftLying(claim, now) && claim.reviewer?.id !== me;
  if (claim.provider.user === me && claim.state !== 'verified') {
    return (
      <p className="text-muted">
        <Trans>This is your own. Another verifier checks it.</Trans>
      </p>
    );
  }
  return (
    <>
      {claim.state === 'in_review' && claim.reviewer !== null && claim.reviewer.id !== me && (
        <p className="text-muted">
          <Trans>
            <bdi>{claim.reviewer.username}</bdi> has it in review.
          </Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {(may('take') || takesOver) && <Step claim={claim} verb="take" takesOver={takesOver} button={first} />}
        {may('verify') && (
          <>
            <Button ref={first} aria-label={t`Verify: ${name}`} onClick={() => setAsking('verify')}>
              <Trans>Verify</Trans>
            </Button>
            <Button variant="danger" aria-label={t`Reject: ${name}`} onClick={() => setAsking('reject')}>
              <Trans>Reject</Trans>
            </Button>
          </>
        )}
        {may('release') && <Step claim={claim} verb="release" />}
      </div>
      {asking === 'verify' && <VerifyDialog claim={claim} onClose={() => setAsking(undefined)} />}
      {asking === 'reject' && <RejectDialog claim={claim} onClose={() => setAsking(undefined)} />}
    </>
  );
}

interface StepProps {
  claim: Claim;
  verb: 'take' | 'release';
  takesOver?: boolean;
  button?: Ref<HTMLButtonElement>;
}

/** Takes a claim into review, or gives it back. */
function Step({ claim, verb, takesOver = false, button }: StepProps) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const params = { claim_id: claim.id };
  const step = useMutation({
    mutationFn: () =>
      verb === 'take'
        ? api.call('POST /apis/verification/:claim_id/take/', { params })
        : api.call('POST /apis/verification/:claim_id/release/', { params }),
    onSettled: () => renewVerifications(queries),
  });
  return (
    <>
      <Button
        ref={button}
        aria-label={
          verb === 'release'
            ? t`Give back: ${claim.provider.name}`
            : takesOver
              ? t`Take over: ${claim.provider.name}`
              : t`Take into review: ${claim.provider.name}`
        }
        variant={verb === 'take' ? 'primary' : 'plain'}
        aria-disabled={step.isPending}
        onClick={() => !step.isPending && step.mutate()}
      >
        {verb === 'release' ? (
          <Trans>Give back</Trans>
        ) : takesOver ? (
          <Trans>Take over</Trans>
        ) : (
          <Trans>Take into review</Trans>
        )}
      </Button>
      {step.error !== null && <Notice kind="danger">{step.error.message}</Notice>}
    </>
  );
}
