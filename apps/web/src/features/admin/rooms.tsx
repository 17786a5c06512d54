import type { Room } from '@carecommons/contract/chat';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ShortText, TextArea } from '../../components/ui/text-area.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf } from '../../lib/form.ts';
import { roomsQuery } from './api.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { AdminFrame } from './frame.tsx';

/** All chat rooms, with the ways to add, rename, close and open again. `add` is how one is added. */
export function Rooms({ add }: { add: ReactNode }) {
  const { t } = useLingui();
  return (
    <AdminFrame title={t`Chat rooms`} grant="administrator">
      {add}
      <All />
    </AdminFrame>
  );
}

function All() {
  const list = useInfiniteQuery(roomsQuery(useApi()));
  return (
    <QueryList
      list={list}
      failure={<Trans>The rooms could not be loaded.</Trans>}
      empty={<EmptyState title={<Trans>No rooms are open yet</Trans>} />}
    >
      {(rooms) => (
        <ul className="grid items-start gap-3 md:grid-cols-2">
          {rooms.map((room) => (
            <li key={room.id} className="min-w-0">
              <RoomCard room={room} />
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  );
}

type Verb = 'edit' | 'close' | 'reopen';

function RoomCard({ room }: { room: Room }) {
  const [verb, setVerb] = useState<Verb>();
  const { id, name, description, closed, member_count: members } = room;
  const hidden = <span className="sr-only">: {name}</span>;
  return (
    <article className="grid gap-2 rounded-card border border-line bg-surface p-4">
      <h2 dir="auto" className="text-base wrap-anywhere">
        {name}
      </h2>
      {closed && (
        <p>
          <Badge variant="quiet" icon={Lock}>
            <Trans>Closed</Trans>
          </Badge>
        </p>
      )}
      {description !== '' && <p className="text-sm text-muted">{description}</p>}
      <p className="text-sm">
        <Plural value={members} one="# active member" other="# active members" />
      </p>
      <div className="-ms-4 flex flex-wrap">
        <Button variant="plain" onClick={() => setVerb('edit')}>
          <Trans>Edit</Trans>
          {hidden}
        </Button>
        <Button variant="plain" onClick={() => setVerb(closed ? 'reopen' : 'close')}>
          {closed ? <Trans>Open again</Trans> : <Trans>Close</Trans>}
          {hidden}
        </Button>
        <ButtonLink to={`/room/${id}`} variant="plain">
          <Trans>Read</Trans>
          {hidden}
        </ButtonLink>
      </div>
      {verb !== undefined && <RoomDialog room={room} verb={verb} onClose={() => setVerb(undefined)} />}
    </article>
  );
}

function RoomDialog({ room, verb, onClose }: { room: Room; verb: Verb; onClose: () => void }) {
  const { t } = useLingui();
  const api = useApi();
  const { id, name, description } = room;
  const params = { room_id: id };
  if (verb !== 'edit') {
    const close = verb === 'close';
    return (
      <ConfirmDialog
        title={close ? <Trans>Close {name}?</Trans> : <Trans>Open {name} again?</Trans>}
        text={
          close ? (
            <Trans>Nobody can write in it any more. What was said stays there to read.</Trans>
          ) : (
            <Trans>Everybody can write in it again.</Trans>
          )
        }
        action={close ? t`Close the room` : t`Open the room`}
        onClose={onClose}
        send={(_, idempotencyKey) => api.call(`POST /api/admin/rooms/:room_id/${verb}/`, { params, idempotencyKey })}
      />
    );
  }
  return (
    <ConfirmDialog
      title={<Trans>Edit {name}</Trans>}
      action={t`Save`}
      onClose={onClose}
      send={(values, idempotencyKey) =>
        api.call('PATCH /api/admin/rooms/:room_id/', {
          params,
          body: { name: textOf(values, 'name'), description: textOf(values, 'description') },
          idempotencyKey,
        })
      }
    >
      {({ errorOf }) => (
        <>
          <ShortText
            name="name"
            label={<Trans>Name</Trans>}
            required
            maxLength={80}
            autoComplete="off"
            defaultValue={name}
            error={errorOf('name')}
          />
          <TextArea
            name="description"
            label={<Trans>Description</Trans>}
            optional={<Trans>(optional)</Trans>}
            rows={2}
            maxLength={300}
            defaultValue={description}
            error={errorOf('description')}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
