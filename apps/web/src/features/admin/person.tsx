import type { FullPerson } from '@carecommons/contract/administration';
import { mayAdminister } from '@carecommons/contract/administration-rules';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Ban, CalendarDays, Mail, MonitorSmartphone, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Fact } from '../../components/ui/fact.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PageSkeleton } from '../../components/ui/skeleton.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { CallError } from '../../lib/calls/call.ts';
import { useParam } from '../../lib/navigation.tsx';
import { currentUserQuery } from '../../lib/session/role.ts';
import { personQuery } from './api.ts';
import { Decisions } from './decisions.tsx';
import { AdminFrame } from './frame.tsx';
import { Grants } from './grants.tsx';
import { type AccountVerb, AccountDialog } from './person-dialogs.tsx';
import { useWords } from './words.ts';

/** One person: who that is, what was given, and what can be decided about the account. */
export function Person() {
  const { t } = useLingui();
  const { data: person, error, refetch } = useQuery(personQuery(useApi(), useParam('userId')));
  const gone = error instanceof CallError && (error.status === 404 || error.status === 400);
  return (
    <AdminFrame title={person?.username ?? t`Person`} grant="administrator">
      {person !== undefined && <Account person={person} />}
      {person === undefined && error === null && <PageSkeleton />}
      {gone && (
        <EmptyState
          title={<Trans>There is nobody at this address</Trans>}
          action={
            <ButtonLink to="/admin/users">
              <Trans>Search for people</Trans>
            </ButtonLink>
          }
        />
      )}
      {error !== null && !gone && (
        <LoadFailure
          title={<Trans>The person could not be loaded.</Trans>}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </AdminFrame>
  );
}

function Account({ person }: { person: FullPerson }) {
  const { user_id } = useSuspenseQuery(currentUserQuery(useApi())).data;
  const may = mayAdminister({ user_id }, person);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid gap-6">
        <Facts person={person} may={may} />
        <Grants person={person} may={may} />
      </div>
      <Decisions person={person} />
    </div>
  );
}

function Facts({ person, may }: { person: FullPerson; may: boolean }) {
  const { t } = useLingui();
  const words = useWords();
  const [verb, setVerb] = useState<AccountVerb>();
  const { username, email, role, disabled, disabled_at, session_count: sessions, created_at } = person;
  return (
    <Card className="grid gap-5">
      {disabled_at !== null && (
        <p>
          <Badge variant="bad" icon={Ban}>
            <Trans>Disabled since {words.moment(disabled_at)}</Trans>
          </Badge>
        </p>
      )}
      <dl className="grid gap-3">
        <Fact icon={UserRound} name={t`Profile`} named>
          {words.roles[role]}
        </Fact>
        <Fact icon={Mail} name={t`Email`} named>
          <span className="wrap-anywhere">{email}</span>
        </Fact>
        <Fact icon={CalendarDays} name={t`Here since`} named>
          {words.moment(created_at)}
        </Fact>
        <Fact icon={MonitorSmartphone} name={t`Sessions`} named>
          <Plural value={sessions} _0="None" one="# session" other="# sessions" />
        </Fact>
      </dl>
      {may ? (
        <div className="flex flex-wrap gap-2">
          {disabled ? (
            <Button variant="quiet" onClick={() => setVerb('enable')}>
              <Trans>Enable the account</Trans>
            </Button>
          ) : (
            <>
              <Button variant="danger" onClick={() => setVerb('disable')}>
                <Trans>Disable the account</Trans>
              </Button>
              <Button variant="quiet" onClick={() => setVerb('end-sessions')}>
                <Trans>Sign out everywhere</Trans>
              </Button>
            </>
          )}
          <ButtonLink to={`/admin/audit?username=${encodeURIComponent(username)}`} variant="plain">
            <Trans>See the audit</Trans>
          </ButtonLink>
        </div>
      ) : (
        <Notice kind="info">
          <Trans>This is you. Another administrator decides about your account.</Trans>
        </Notice>
      )}
      {verb !== undefined && <AccountDialog person={person} verb={verb} onClose={() => setVerb(undefined)} />}
    </Card>
  );
}
