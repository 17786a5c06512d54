import { Plural, Trans } from '@lingui/react/macro';
import { ButtonLink } from '../../../components/ui/button.tsx';

/** Replaces the steps when every time is taken. */
export function NothingFree({ horizonDays }: { horizonDays: number }) {
  return (
    <section className="grid justify-items-start gap-3 rounded-card border border-line bg-surface p-4">
      <h2 className="text-lg">
        <Trans>Nothing is free at present</Trans>
      </h2>
      <p className="text-muted">
        <Plural
          value={horizonDays}
          one="Every time that can be asked for, up to tomorrow, is taken."
          other="Every time that can be asked for, up to # days from now, is taken."
        />
      </p>
      <ButtonLink to="/providers" variant="quiet">
        <Trans>See all providers</Trans>
      </ButtonLink>
    </section>
  );
}
