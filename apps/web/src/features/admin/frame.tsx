import type { Grant } from '@carecommons/contract/endpoint';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lacksSecondFactor, SecondFactorNeeded } from '../../components/second-factor-needed.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useHead } from '../../lib/head.tsx';
import { Link, usePath } from '../../lib/navigation.tsx';
import { roleQuery } from '../../lib/session/role.ts';
import { overviewQuery } from './api.ts';

interface Props {
  title: string;
  /** Who sees more than the heading: those who hold it, or, where none is named, any grant. */
  grant?: Grant;
  children: ReactNode;
}

/** A page of the administration: its heading, the ways to the others, and what it shows to those who may see it. */
export function AdminFrame({ title, grant, children }: Props) {
  useHead({ title });
  const api = useApi();
  const { grants } = useSuspenseQuery(roleQuery(api)).data;
  const may = grant === undefined ? grants.length > 0 : grants.includes(grant);
  const administers = grants.includes('administrator');
  const { error } = useQuery({ ...overviewQuery(api), enabled: administers });
  const lacking = lacksSecondFactor(error);
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <h1 className="text-2xl wrap-anywhere">{title}</h1>
      {administers && !lacking && <Sections verifies={grants.includes('verifier')} />}
      {lacking && <SecondFactorNeeded />}
      {may && !lacking && children}
      {!may && (
        <Notice kind="danger">
          <Trans>You do not have permission to access this page.</Trans>
        </Notice>
      )}
    </div>
  );
}

function Sections({ verifies }: { verifies: boolean }) {
  const { t } = useLingui();
  const path = usePath();
  const sections = [
    ['/admin', t`Overview`],
    ['/admin/users', t`People`],
    ['/admin/specialities', t`Specialities`],
    ['/admin/rooms', t`Chat rooms`],
    ...(verifies ? ([['/admin/verifications', t`Verification`]] as const) : []),
    ['/admin/letters', t`Emails`],
    ['/admin/audit', t`Audit`],
    ['/admin/sign-ins', t`Sign-ins`],
    ['/admin/visit-reads', t`Who read visits`],
  ] as const;
  return (
    <nav aria-label={t`Administration`}>
      <ul className="flex flex-wrap gap-2">
        {sections.map(([to, name]) => {
          const current = path === to || (to !== '/admin' && path.startsWith(`${to}/`));
          return (
            <li key={to}>
              <Link
                to={to}
                current={current}
                className={`inline-flex min-h-11 items-center rounded-full border px-4 font-medium ${current ? 'border-primary bg-primary-soft text-primary' : 'border-line bg-surface hover:border-primary'}`}
              >
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
