import type { MedicalRecord } from '@carecommons/contract/records';
import { shareRecords } from '@carecommons/contract/share-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { Wrong } from '../../../components/ui/wrong.tsx';
import { useAuthor } from '../author.ts';
import { dayOfRecord } from '../record-day.ts';
import { ReportFacts } from '../report-facts.tsx';

interface Props {
  records: MedicalRecord[];
  selected: ReadonlySet<number>;
  onChange: (selected: ReadonlySet<number>) => void;
  error: string | undefined;
}

/** Which reports are shared: one box for each. */
export function ShareRecords({ records, selected, onChange, error }: Props) {
  const { t } = useLingui();
  const authorOf = useAuthor();
  const full = selected.size >= shareRecords;

  function toggle(id: number) {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  }
  return (
    <fieldset className="grid gap-1" data-invalid={error === undefined ? undefined : true}>
      <legend className="mb-1 font-semibold">
        <Trans>What do you want to share?</Trans>
      </legend>
      <ul className="grid gap-2">
        {records.map((record) => (
          <li key={record.id}>
            <label className="flex min-h-11 items-start gap-3 rounded-control border border-line px-3 py-2 has-checked:border-primary has-checked:bg-primary-soft">
              <input
                type="checkbox"
                checked={selected.has(record.id)}
                disabled={full && !selected.has(record.id)}
                onChange={() => toggle(record.id)}
                className="mt-0.5 size-5 shrink-0 accent-primary"
              />
              <span className="min-w-0 wrap-anywhere">
                {record.title || t`Medical Report`}
                <span className="block text-sm text-muted">
                  <ReportFacts type={record.type} {...dayOfRecord(record)}>
                    {authorOf(record)}
                  </ReportFacts>
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {error !== undefined && <Wrong>{error}</Wrong>}
    </fieldset>
  );
}
