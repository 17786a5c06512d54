import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ArrowLeft, FilePlus2, History, ScrollText, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { SecondFactorDue } from '../components/second-factor-due.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { Card } from '../components/ui/card.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { Timeline } from '../components/ui/timeline.tsx';
import { useComingEntries, useVisitEntries } from '../features/appointments/visit/visit-entries.tsx';
import { Accesses } from '../features/records/accesses.tsx';
import { JustUploaded } from '../features/records/just-uploaded.tsx';
import { useLiveRecords } from '../features/records/live.ts';
import { AddDocument } from '../features/records/upload/add-document.tsx';
import { useRecordEntries, useShareEntries } from '../features/records/entries.tsx';
import { OwnReports } from '../features/records/own-reports.tsx';
import { SampleReports } from '../features/records/upload/sample-reports.tsx';
import { ShareForm } from '../features/records/sharing/share-form.tsx';
import { SharedWithMe } from '../features/records/sharing/shared-with-me.tsx';
import { SharesNow } from '../features/records/sharing/shares-now.tsx';
import { WrittenReports } from '../features/records/written-reports.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { Link, useSearchText } from '../lib/navigation.tsx';
import { roleQuery } from '../lib/session/role.ts';

/**
 * The person's reports; with `?view=opened` who opened them, with `?view=share` sharing them, one alone with `&report=`; with
 * `?view=add` adding a document to them; with `?view=timeline` they are drawn with the visits as one line.
 */
export function Page() {
  const view = useSearchText('view');
  if (view === 'opened') return <Opened />;
  if (view === 'share') return <Sharing />;
  if (view === 'timeline') return <Past />;
  return view === 'add' ? <Adding /> : <Reports />;
}

function Adding() {
  const { t } = useLingui();
  useHead({ title: t`Add a document` });
  return (
    <Below title={<Trans>Add a document</Trans>}>
      <Card>
        <AddDocument />
      </Card>
    </Below>
  );
}

function Sharing() {
  const { t } = useLingui();
  useHead({ title: t`Share reports` });
  return (
    <Below title={<Trans>Share reports</Trans>}>
      <Card>
        <ShareForm />
      </Card>
      <SharesNow />
    </Below>
  );
}

/** A page below the reports, with the way back to them. */
function Below({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="page py-8 md:py-12">
      <div className="mx-auto grid max-w-2xl gap-6">
        <div>
          <Link
            to="/record"
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline hover:underline-offset-4"
          >
            <ArrowLeft size={20} className="rtl:rotate-180" aria-hidden />
            <Trans>Medical reports</Trans>
          </Link>
          <h1 className="text-2xl">{title}</h1>
        </div>
        {children}
      </div>
    </div>
  );
}

function Opened() {
  const { t } = useLingui();
  const report = Number(useSearchText('report'));
  const one = Number.isInteger(report) && report > 0;
  const title = one ? t`Who opened this report` : t`Who opened your reports`;
  useHead({ title });
  return (
    <Below title={title}>
      <SharesNow />
      <Accesses record={one ? report : undefined} />
    </Below>
  );
}

/** What was and what is to come, of several features, as one line: visits, reports, documents and what is shared. */
function Past() {
  const { t } = useLingui();
  useHead({ title: t`Your timeline` });
  useLiveRecords();
  const sources = [useComingEntries(), useVisitEntries(), useRecordEntries(), useShareEntries()];
  return (
    <Below title={<Trans>Your timeline</Trans>}>
      <p className="text-muted">
        <Trans>Your visits, reports and documents and what you share now, by month. You alone see it.</Trans>
      </p>
      <Timeline
        sources={sources}
        failure={<Trans>Your timeline could not be loaded.</Trans>}
        empty={
          <EmptyState
            title={<Trans>Nothing yet</Trans>}
            action={
              <ButtonLink to="/providers">
                <Trans>Book an appointment</Trans>
              </ButtonLink>
            }
          >
            <Trans>Visits, reports and documents appear here.</Trans>
          </EmptyState>
        }
      />
    </Below>
  );
}

function Reports() {
  const { t } = useLingui();
  useHead({ title: t`Medical reports` });
  useLiveRecords();
  const { data: person } = useSuspenseQuery(roleQuery(useApi()));
  return (
    <div className="page one-after-another grid gap-8 py-8 md:gap-12 md:py-12">
      <h1 className="text-2xl">
        <Trans>Medical reports</Trans>
      </h1>
      <JustUploaded />
      <SecondFactorDue />
      {person.role === 'healthcare_provider' && (
        <section className="grid gap-4">
          <h2 className="text-xl">
            <Trans>Reports you wrote</Trans>
          </h2>
          <WrittenReports />
        </section>
      )}
      {person.role === 'healthcare_provider' && <SharedWithMe />}
      <section className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 className="text-xl">
            <Trans>Your reports</Trans>
          </h2>
          <div className="flex flex-wrap max-sm:-ms-4 sm:-me-4">
            <ButtonLink to="/record?view=timeline" variant="plain">
              <History size={20} aria-hidden />
              <Trans>Timeline</Trans>
            </ButtonLink>
            <ButtonLink to="/record?view=add" variant="plain">
              <FilePlus2 size={20} aria-hidden />
              <Trans>Add a document</Trans>
            </ButtonLink>
            <ButtonLink to="/record?view=share" variant="plain">
              <Share2 size={20} aria-hidden />
              <Trans>Share</Trans>
            </ButtonLink>
            <ButtonLink to="/record?view=opened" variant="plain">
              <ScrollText size={20} aria-hidden />
              <Trans>Who opened them</Trans>
            </ButtonLink>
          </div>
        </div>
        <OwnReports />
      </section>
      <SharesNow />
      <section className="grid gap-4">
        <h2 className="text-xl">
          <Trans>Sample reports</Trans>
        </h2>
        <SampleReports />
      </section>
    </div>
  );
}
