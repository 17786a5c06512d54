import type { ErasurePlan as Plan } from '@carecommons/contract/erasure';
import { Plural, Trans } from '@lingui/react/macro';
import { useErasureWords } from './erasure-words.ts';

/** What goes at once, and what stays, why and until when: before it is done, and on the receipt. */
export function ErasurePlan({ plan, done = false }: { plan: Plan; done?: boolean }) {
  const words = useErasureWords();
  return (
    <div className="grid gap-5">
      <section className="grid gap-2">
        <h3 className="font-semibold">{done ? <Trans>What is gone</Trans> : <Trans>What goes at once</Trans>}</h3>
        <ul className="ms-5 grid list-disc gap-1">
          {plan.gone.map(({ what, count }) => (
            <li key={what}>{words.gone(what, count)}</li>
          ))}
          {plan.cancelled > 0 && (
            <li>
              {done ? (
                <Plural
                  value={plan.cancelled}
                  one="# visit or request to come, which was cancelled; the other person was told"
                  other="# visits and requests to come, which were cancelled; the others were told"
                />
              ) : (
                <Plural
                  value={plan.cancelled}
                  one="# visit or request to come, which is cancelled; the other person is told"
                  other="# visits and requests to come, which are cancelled; the others are told"
                />
              )}
            </li>
          )}
        </ul>
      </section>
      <section className="grid gap-2">
        <h3 className="font-semibold">
          <Trans>What stays, why, and until when</Trans>
        </h3>
        <ul className="divide-y divide-line border-y border-line">
          {plan.kept.map(({ what, count, until }) => {
            const text = words.kept(what, count);
            return (
              <li key={what} className="grid gap-1 py-3">
                <p className="font-medium">{text.what}</p>
                <p className="text-sm text-muted">{text.why}</p>
                {until !== null && (
                  <p className="text-sm">
                    <Trans>Kept until {words.day(until)}, then erased.</Trans>
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}
