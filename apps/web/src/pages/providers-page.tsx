import { Trans, useLingui } from '@lingui/react/macro';
import { Directory } from '../features/providers/directory.tsx';
import { askedIn } from '../features/providers/filters.ts';
import { useHead } from '../lib/head.tsx';
import { useSearchTexts } from '../lib/navigation.tsx';

export function Page() {
  const { t } = useLingui();
  const { q, ...filters } = askedIn(useSearchTexts());
  useHead({
    title: q === undefined ? t`Healthcare providers` : t`Providers for “${q}”`,
    description: t`All healthcare providers on Carecommons, with address, phone, years of experience and consultation fee. Search by name, speciality or place, and book an appointment.`,
  });
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <header className="grid gap-2">
        <h1 className="text-2xl md:text-3xl">
          <Trans>Healthcare providers</Trans>
        </h1>
        <p className="max-w-read text-muted">
          <Trans>Compare fees, experience and languages, then ask for a time that suits you.</Trans>
        </p>
      </header>
      <Directory q={q} filters={filters} />
    </div>
  );
}
