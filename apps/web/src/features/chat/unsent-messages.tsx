import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { WaitingLine } from '../../components/waiting-line.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { signedInPerson } from '../../lib/session/personal-data.ts';
import { Link, usePath } from '../../lib/navigation.tsx';
import { onSessionChange } from '../../lib/session/session.ts';
import { openOutbox, type Outbox, type Unsent } from './outbox.ts';

const none: readonly Unsent[] = [];
const noChange = () => () => {};

/** The messages that wait to be sent. They are sent on any page; in a room, that does it. */
function useUnsentMessages(): readonly Unsent[] {
  const api = useApi();
  const person = useSyncExternalStore(onSessionChange, signedInPerson);
  const inRoom = usePath().startsWith('/room/');
  const [outbox, setOutbox] = useState<Outbox>();
  useEffect(() => {
    if (person === undefined || inRoom) return undefined;
    const opened = openOutbox({ api, userId: Number(person), onSent: () => {} });
    setOutbox(opened);
    return () => {
      setOutbox(undefined);
      opened.close();
    };
  }, [api, person, inRoom]);
  return useSyncExternalStore(outbox?.subscribe ?? noChange, outbox?.unsent ?? (() => none));
}

/** Sends the messages that wait, and shows them: as one line with their number, or as a list. */
export function UnsentMessages({ as }: { as: 'line' | 'list' }) {
  const unsent = useUnsentMessages();
  if (as === 'line') {
    return (
      <WaitingLine>
        {unsent.length > 0 && (
          <Plural
            value={unsent.length}
            one="# message of yours waits to be sent."
            other="# messages of yours wait to be sent."
          />
        )}
      </WaitingLine>
    );
  }
  if (unsent.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {unsent.map(({ client_id, room, content }) => (
        <li key={client_id} className="grid gap-1 rounded-control border border-dashed border-control p-3">
          <p dir="auto" className="line-clamp-4 whitespace-pre-line">
            {content}
          </p>
          <Link
            to={`/room/${room}`}
            className="inline-flex min-h-11 items-center justify-self-start text-primary underline underline-offset-4"
          >
            <Trans>A message that waits to be sent: to its room</Trans>
          </Link>
        </li>
      ))}
    </ul>
  );
}
