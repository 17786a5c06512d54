import type { OwnVerification as Own } from '@carecommons/contract/verification';
import { expiringDays } from '@carecommons/contract/verification-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useSubmit } from '../../lib/form.ts';
import { dayOf } from '../../lib/texts/format.ts';
import { useNow } from '../../lib/texts/now.ts';
import { useFieldNames } from '../../lib/profile-fields.ts';
import { useSite } from '../../lib/site.ts';
import { renewVerifications } from './api.ts';
import { ClaimBadge } from './claim-badge.tsx';
import { Documents } from './documents.tsx';
import { Draft } from './draft.tsx';

/** How far the verification of a provider is, and what comes next. */
export function OwnVerification({ own }: { own: Own }) {
  const { t } = useLingui();
  const now = useNow();
  const { claim, verified_until } = own;
  const waits = claim !== null && (claim.state === 'submitted' || claim.state === 'in_review');
  const endsSoon =
    verified_until !== null && new Date(verified_until).getTime() - now.getTime() < expiringDays * 86_400_000;
  const title =
    verified_until === null
      ? t`Have your registration verified`
      : own.verified
        ? t`Renew your verification`
        : t`Have the change checked`;
  return (
    <>
      <Suspension own={own} />
      <Standing own={own} endsSoon={endsSoon} />
      {waits && <Waiting own={own} />}
      {!waits && (!own.verified || endsSoon || claim?.state === 'draft') && <Draft own={own} title={title} />}
    </>
  );
}

function Suspension({ own: { suspended_at, suspended_reason } }: { own: Own }) {
  const { i18n } = useLingui();
  const { default_time_zone: zone } = useSite();
  if (suspended_at === null) return null;
  const since = dayOf(i18n, suspended_at, zone);
  return (
    <Notice kind="danger">
      <p className="font-semibold">
        <Trans>Your profile has been suspended since {since}.</Trans>
      </p>
      <p className="mt-1">
        <Trans>Reason: {suspended_reason}</Trans>
      </p>
      <p className="mt-1">
        <Trans>
          Patients do not find you and cannot book with you. Those with a visit to come were told that it may not take
          place. Reports that you wrote stay readable.
        </Trans>
      </p>
      <div className="mt-3 mb-1 flex flex-wrap gap-2">
        <ButtonLink to="/book/provider" variant="danger">
          <Trans>Visits to come</Trans>
        </ButtonLink>
        <ButtonLink to="/contact" variant="danger">
          <Trans>Contact us</Trans>
        </ButtonLink>
      </div>
    </Notice>
  );
}

/** What holds today: verified or not, by which registration, and how the last check ended. */
function Standing({ own, endsSoon }: { own: Own; endsSoon: boolean }) {
  const { i18n } = useLingui();
  const { default_time_zone: zone } = useSite();
  const { registration_number: number, council, verified_until, claim } = own;
  const changed = useFieldNames()(own.changes);
  const until = verified_until === null ? '' : dayOf(i18n, verified_until, zone);
  const decided = verified_until !== null && claim?.state === 'verified';
  const badge = own.verified ? 'verified' : decided ? 'none' : (claim?.state ?? 'none');
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <ClaimBadge state={badge} />
        {own.verified && (
          <p className="font-semibold">
            <Trans>until {until}</Trans>
          </p>
        )}
      </div>
      {endsSoon && (
        <Notice kind="info">
          <Trans>Your verification ends soon. Renew it, so that your profile keeps its badge.</Trans>
        </Notice>
      )}
      {verified_until !== null && !own.verified && (
        <Notice kind="info">
          <p>
            <Trans>
              Your profile is not what was verified until {until}, so it is shown without the badge. It differs in:{' '}
              <strong>{changed}</strong>
            </Trans>
          </p>
          <p className="mt-1">
            <Trans>The badge returns when you undo the change, or when a verifier has checked it.</Trans>
          </p>
        </Notice>
      )}
      <LastCheck claim={claim} />
      {number !== null && council !== null && (
        <dl className="grid gap-2 sm:grid-cols-2">
          <Detail term={<Trans>Registration number</Trans>}>{number}</Detail>
          <Detail term={<Trans>Council</Trans>}>{council}</Detail>
        </dl>
      )}
      {own.verified && (
        <p className="text-sm text-muted">
          <Trans>
            If you change your name, education, registration, specialities or photo, your profile says “Not yet
            verified” until that is checked again.
          </Trans>
        </p>
      )}
    </Card>
  );
}

const Detail = ({ term, children }: { term: ReactNode; children: ReactNode }) => (
  <div className="min-w-0 wrap-anywhere">
    <dt className="text-sm text-muted">{term}</dt>
    <dd>{children}</dd>
  </div>
);

function LastCheck({ claim }: Pick<Own, 'claim'>) {
  const reason = claim?.reason;
  switch (claim?.state) {
    case 'rejected':
      return (
        <Notice kind="danger">
          <p className="font-semibold">
            <Trans>Your registration could not be verified.</Trans>
          </p>
          <p className="mt-1">
            <Trans>Reason: {reason}</Trans>
          </p>
          <p className="mt-1">
            <Trans>Your documents were deleted. You can submit others below.</Trans>
          </p>
        </Notice>
      );
    case 'submitted':
    case 'in_review':
      return (
        <p>
          <Trans>
            A verifier checks your documents. You see the answer here, and get an email without any details.
          </Trans>
        </p>
      );
    case 'expired':
      return (
        <p>
          <Trans>Your verification has ended. Your profile says “Not yet verified” until it is renewed.</Trans>
        </p>
      );
    case 'lapsed':
      return (
        <p>
          <Trans>Your profile names another registration now, which is not verified yet.</Trans>
        </p>
      );
    case 'withdrawn':
      return (
        <p>
          <Trans>You have withdrawn what you submitted. Its documents were deleted.</Trans>
        </p>
      );
    default:
      return null;
  }
}

/** What was submitted, as long as it is not decided. */
function Waiting({ own: { claim } }: { own: Own }) {
  const { i18n } = useLingui();
  const { default_time_zone: zone } = useSite();
  const [asking, setAsking] = useState(false);
  const names = useFieldNames();
  if (claim === null) return null;
  const changed = names(claim.changes);
  const at = dayOf(i18n, claim.submitted_at ?? '', zone);
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg">
        <Trans>Submitted on {at}</Trans>
      </h2>
      {claim.changes.length > 0 && (
        <Notice kind="info">
          <Trans>
            Your profile has changed since: <strong>{changed}</strong>. What is checked is what you submitted. To have
            the change checked, withdraw it and submit again.
          </Trans>
        </Notice>
      )}
      <Documents files={claim.files} />
      <Button variant="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        <Trans>Withdraw</Trans>
      </Button>
      {asking && <Withdraw onClose={() => setAsking(false)} />}
    </Card>
  );
}

function Withdraw({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const submission = useSubmit(async () => {
    await api.call('POST /api/verification/withdraw/');
    await renewVerifications(queries);
    onClose();
  });
  return (
    <FormDialog
      title={<Trans>Withdraw what you submitted?</Trans>}
      description={<Trans>Your documents are deleted at once. You can submit again whenever you like.</Trans>}
      keep={<Trans>Keep it</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`It was not withdrawn.`}
      action={t`Withdraw`}
      busy={t`Withdrawing...`}
    />
  );
}
