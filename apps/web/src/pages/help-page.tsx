import { Trans, useLingui } from '@lingui/react/macro';
import { EmergencyNote } from '../components/emergency-note.tsx';
import { HelpCentre } from '../features/help/help-centre.tsx';
import { useHead } from '../lib/head.tsx';
import { useSearchText } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: t`Community help centre`,
    description: t`Questions and answers of the Carecommons community, for people who look for help and people who know.`,
  });
  const q = useSearchText('q')?.trim() || undefined;
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <header className="grid max-w-read gap-2">
        <h1 className="text-2xl md:text-3xl">
          <Trans>Community help centre</Trans>
        </h1>
        <p className="text-muted">
          <Trans>
            Ask people who have been there, and answer what you know about. What is said here informs; it does not
            replace a visit.
          </Trans>
        </p>
      </header>
      <EmergencyNote />
      <HelpCentre q={q} />
    </div>
  );
}
