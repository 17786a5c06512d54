import { isConfirmedAtOnce, mayBookKind } from '@carecommons/contract/visit-kind-rules';
import type { PublicVisitKind } from '@carecommons/contract/visit-kinds';
import { Trans, useLingui } from '@lingui/react/macro';
import { Duration } from '../../../components/ui/duration.tsx';
import { rupees } from '../../../lib/texts/format.ts';
import { known as translated } from '../../../lib/texts/i18n.ts';

interface Props {
  kinds: readonly PublicVisitKind[];
  /** Whether the provider has seen the person before; undefined while it is not known. */
  known: boolean | undefined;
  selected: number;
  onChange: (id: number) => void;
}

/** What kind of visit, where there is a choice: the first is chosen already. */
export function KindStep({ kinds, known, selected, onChange }: Props) {
  const { i18n } = useLingui();
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-lg font-semibold">
        <Trans>What kind of visit?</Trans>
      </legend>
      {kinds.map((kind) => {
        const mayBook = mayBookKind(kind, known === true);
        return (
          <label
            key={kind.id}
            className="relative flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-control bg-surface px-3 py-2 hover:bg-raised has-checked:border-primary has-checked:bg-primary-soft has-disabled:cursor-not-allowed has-disabled:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="kind"
              value={kind.id}
              checked={kind.id === selected}
              disabled={!mayBook}
              onChange={() => onChange(kind.id)}
              className="size-5 shrink-0 accent-primary"
            />
            <span className="grid min-w-0 flex-1">
              <span dir="auto" className="font-semibold wrap-anywhere">
                {translated(i18n, kind.name)}
              </span>
              <span className="text-sm text-muted">
                {mayBook ? (
                  isConfirmedAtOnce(kind, known === true) ? (
                    <Trans>Confirmed at once</Trans>
                  ) : (
                    <Trans>By request</Trans>
                  )
                ) : (
                  <Trans>Only for patients who have been here before</Trans>
                )}
                {kind.by_video && (
                  <>
                    {' · '}
                    <Trans>By video</Trans>
                  </>
                )}
              </span>
            </span>
            <span className="tabular grid shrink-0 justify-items-end text-sm">
              <span className="font-semibold">{rupees(i18n, kind.fee)}</span>
              <Duration minutes={kind.minutes} />
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
