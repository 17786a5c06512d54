import { expiryOf } from '@carecommons/contract/appointment-rules';
import type { BookingTerms as Terms } from '@carecommons/contract/schedules';
import type { PublicVisitKind } from '@carecommons/contract/visit-kinds';
import { Trans } from '@lingui/react/macro';
import { Duration } from '../../../components/ui/duration.tsx';
import { When } from '../../../components/ui/when.tsx';
import { useNow } from '../../../lib/texts/now.ts';
import { usualAnswer } from './usual-answer.ts';

interface Props {
  name: string;
  terms: Terms;
  /** The kind of visit; undefined for a provider without any. */
  kind: PublicVisitKind | undefined;
  confirmedAtOnce: boolean;
  /** The chosen time; undefined while there is none. */
  at: Date | undefined;
  zone: string;
}

/** What somebody should know before asking: how long it takes, who decides, how soon as a rule, and until when what is possible. */
export function BookingTerms({ name, terms, kind, confirmedAtOnce, at, zone }: Props) {
  const { usual_answer_minutes: usual, visit_minutes } = terms;
  const length = kind?.minutes ?? visit_minutes;
  return (
    <ul className="grid list-disc gap-1 ps-5 text-sm text-muted">
      <li>
        <Trans>
          A visit takes <Duration minutes={length} />.
        </Trans>
      </li>
      <li>
        {confirmedAtOnce ? (
          <Trans>{name} confirms visits of this kind at once.</Trans>
        ) : usual === null ? (
          <Trans>{name} approves requests. There is no figure yet for how soon.</Trans>
        ) : (
          <Trans>
            {name} approves requests, usually within <Duration minutes={usualAnswer(usual)} />.
          </Trans>
        )}
      </li>
      {at === undefined ? (
        <InGeneral terms={terms} confirmedAtOnce={confirmedAtOnce} />
      ) : (
        <OfTime terms={terms} confirmedAtOnce={confirmedAtOnce} at={at} zone={zone} />
      )}
    </ul>
  );
}

function InGeneral({
  terms: { answer_hours, cancel_minutes, move_minutes },
  confirmedAtOnce,
}: Pick<Props, 'terms' | 'confirmedAtOnce'>) {
  return (
    <>
      {!confirmedAtOnce && (
        <li>
          <Trans>
            A request that nobody answers ends by itself after <Duration minutes={answer_hours * 60} /> at the latest.
          </Trans>
        </li>
      )}
      <li>
        {cancel_minutes === 0 ? (
          <Trans>You can cancel a confirmed visit until it begins.</Trans>
        ) : (
          <Trans>
            You can cancel a confirmed visit until <Duration minutes={cancel_minutes} /> before it.
          </Trans>
        )}
      </li>
      <li>
        {move_minutes === 0 ? (
          <Trans>You can ask for another time until it begins.</Trans>
        ) : (
          <Trans>
            You can ask for another time until <Duration minutes={move_minutes} /> before it.
          </Trans>
        )}
      </li>
    </>
  );
}

function OfTime({
  terms,
  confirmedAtOnce,
  at,
  zone,
}: Pick<Props, 'terms' | 'confirmedAtOnce' | 'zone'> & { at: Date }) {
  const now = useNow();
  const { answer_hours, cancel_minutes, move_minutes } = terms;
  const before = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
  const [cancelUntil, moveUntil] = [before(cancel_minutes), before(move_minutes)];
  return (
    <>
      {!confirmedAtOnce && (
        <li>
          <Trans>
            The request waits until <When at={expiryOf(now, at, answer_hours)} zone={zone} />. If nobody answers, it
            ends by itself.
          </Trans>
        </li>
      )}
      <li>
        {cancelUntil > now ? (
          <Trans>
            Once it is confirmed, you can cancel until <When at={cancelUntil} zone={zone} />.
          </Trans>
        ) : (
          <Trans>It is so soon that you cannot cancel it here once it is confirmed.</Trans>
        )}
      </li>
      {moveUntil > now && (
        <li>
          <Trans>
            You can ask for another time until <When at={moveUntil} zone={zone} />.
          </Trans>
        </li>
      )}
    </>
  );
}
