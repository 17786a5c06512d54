import { Trans, useLingui } from '@lingui/react/macro';
import { FlaskConical } from 'lucide-react';
import { Badge } from '../../../components/ui/badge.tsx';
import { useWhen } from '../../../lib/texts/when.ts';
import { ReportCard } from '../report-card.tsx';

// As the three files themselves say.
const made = new Date('2026-01-02');

/** Three made-up reports that show everybody what one looks like here. */
export function SampleReports() {
  const { t } = useLingui();
  const when = useWhen();
  const samples = [
    { file: 'complete-blood-count', title: t`Complete Blood Count`, type: t`Laboratory` },
    { file: 'lipid-profile', title: t`Lipid Profile`, type: t`Laboratory` },
    { file: 'chest-x-ray', title: t`Chest X-Ray`, type: t`Radiology` },
  ];
  return (
    <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
      {samples.map(({ file, title, type }) => (
        <li key={file}>
          <ReportCard
            title={title}
            facts={`${type} · ${when.day(made, 'UTC')} · Dr.\u00A0S.\u00A0Ample`}
            view={`/samples/${file}.pdf`}
            download={`/samples/${file}.pdf`}
            badge={
              <Badge variant="hint" icon={FlaskConical}>
                <Trans>Sample</Trans>
              </Badge>
            }
          />
        </li>
      ))}
    </ul>
  );
}
