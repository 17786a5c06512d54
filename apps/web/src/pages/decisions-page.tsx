import { useLingui } from '@lingui/react/macro';
import { ReportedList } from '../features/moderation/reported.tsx';
import { WrittenList } from '../features/moderation/written.tsx';
import { useHead } from '../lib/head.tsx';

/** What moderators decided, for those whom it concerns. */
export function Page() {
  const { t } = useLingui();
  const title = t`Decisions of moderators`;
  useHead({ title });
  return (
    <div className="page one-after-another grid gap-8 py-8 md:py-12">
      <h1 className="text-2xl">{title}</h1>
      <WrittenList />
      <ReportedList />
    </div>
  );
}
