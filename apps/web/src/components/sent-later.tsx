import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, Clock, SendHorizontal } from 'lucide-react';
import { discardLater, isOld, type Later, retryLater, useLater } from '../lib/kept/later.ts';
import { useOnline } from '../lib/kept/online.ts';
import { useWhen } from '../lib/texts/when.ts';
import { ownZone } from '../lib/texts/zoned.ts';
import { Button } from './ui/button.tsx';

interface Props {
  /** The draft whose texts are shown; without it, all. */
  draft?: string;
  /** Puts a text back to where it is written. */
  onChange: (one: Later) => void;
}

/** What waits to be sent, each with what becomes of it, and the ways to change it or to give it up. */
export function SentLater({ draft, onChange }: Props) {
  const { waiting, sent } = useLater();
  const isShown = (one: Later) => draft === undefined || one.draft === draft;
  const shown = waiting.filter(isShown);
  const gone = sent.filter(isShown).length;
  const count = shown.length;
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && (
          <Plural
            value={count}
            one="# question or answer of yours waits to be sent."
            other="# questions and answers of yours wait to be sent."
          />
        )}
      </p>
      {/* Empty it takes no room, and is there all the same: of what was not, nothing is read out. */}
      <p role="status" className="flex items-center gap-1 text-sm text-success empty:absolute">
        {gone > 0 && (
          <>
            <CircleCheck size={16} className="shrink-0" aria-hidden />
            <Trans>What was waiting has been sent.</Trans>
          </>
        )}
      </p>
      {count > 0 && <Waiting shown={shown} onChange={onChange} />}
    </>
  );
}

function Waiting({ shown, onChange }: Pick<Props, 'onChange'> & { shown: Later[] }) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Waiting to be sent`} className="grid gap-3">
      {shown.map((one) => (
        <li key={one.id} className="grid gap-2 rounded-control border border-dashed border-control p-3">
          <p dir="auto" className="line-clamp-4 whitespace-pre-line">
            {one.text}
          </p>
          <Standing one={one} />
          <div className="flex flex-wrap gap-2">
            {(one.refused !== null || isOld(one)) && (
              <Button variant="plain" onClick={() => retryLater(one)}>
                <Trans>Send now</Trans>
              </Button>
            )}
            <Button
              variant="plain"
              onClick={() => {
                discardLater(one.id);
                onChange(one);
              }}
            >
              <Trans>Change</Trans>
            </Button>
            <Button variant="plain" onClick={() => discardLater(one.id)}>
              <Trans>Discard</Trans>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Standing({ one }: { one: Later }) {
  const when = useWhen();
  const online = useOnline();
  const { sending } = useLater();
  const written = when.moment(new Date(one.at), ownZone());
  const refused = one.refused;
  const line = 'flex items-start gap-1 text-sm';
  if (refused !== null) {
    return (
      <p className={`${line} text-danger`}>
        <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
        <span>
          <Trans>Not sent: {refused}</Trans>
        </span>
      </p>
    );
  }
  const Mark = sending === one.id ? SendHorizontal : Clock;
  return (
    <p className={`${line} text-accent`}>
      <Mark size={16} className="mt-0.5 shrink-0" aria-hidden />
      <span>
        {sending === one.id ? (
          <Trans>Sending…</Trans>
        ) : isOld(one) ? (
          <Trans>Not sent yet. It is of {written}: send it, if you still want to.</Trans>
        ) : online ? (
          <Trans>Waiting for the server; it will be sent again automatically.</Trans>
        ) : (
          <Trans>Waiting for a network. It will be sent when you are online.</Trans>
        )}
      </span>
    </p>
  );
}
