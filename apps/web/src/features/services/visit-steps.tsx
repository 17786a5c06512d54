import { Trans, useLingui } from '@lingui/react/macro';

/** How a visit goes, from the search to the report. */
export function VisitSteps() {
  const { t } = useLingui();
  const steps = [
    { name: t`Find`, description: t`Compare fees, experience and languages, and read the profile.` },
    { name: t`Ask`, description: t`Choose a day and a time, and say in your own words what is wrong.` },
    { name: t`Get an answer`, description: t`The provider approves your request. Until then it stays a request.` },
    { name: t`Read the report`, description: t`After the visit you find the result under your reports.` },
  ];
  return (
    <section className="grid gap-4 rounded-card border border-line bg-surface p-4 md:p-6">
      <h2 className="text-xl md:text-2xl">
        <Trans>How a visit goes</Trans>
      </h2>
      <ol className="grid gap-6 md:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ name, description }, index) => (
          <li key={name} className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 gap-y-1">
            <span
              className="row-span-2 inline-flex size-9 items-center justify-center rounded-full bg-accent-soft font-bold text-accent"
              aria-hidden
            >
              {index + 1}
            </span>
            <h3 className="self-center text-lg">{name}</h3>
            <p className="text-muted">{description}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
