import type { Room } from '@carecommons/contract/chat';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Lock, UsersRound } from 'lucide-react';
import { Badge } from '../../components/ui/badge.tsx';
import { ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { known } from '../../lib/texts/i18n.ts';
import { Link } from '../../lib/navigation.tsx';
import { roomsQuery } from './api.ts';
import { UnreadBadge } from './unread-badge.tsx';
import { useLiveRooms } from './use-live-rooms.ts';

function useRooms() {
  useLiveRooms();
  return useInfiniteQuery(roomsQuery(useApi()));
}

/** All rooms, each with how many are active in it, what is unread, and the way in. */
export function RoomCards() {
  const list = useRooms();
  return (
    <QueryList
      list={list}
      failure={<Trans>The rooms could not be loaded.</Trans>}
      empty={<EmptyState title={<Trans>No rooms are open yet</Trans>} />}
    >
      {(rooms) => (
        <ul className="grid gap-4 md:grid-cols-2">
          {rooms.map((room) => (
            <li key={room.id}>
              <RoomCard room={room} />
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  );
}

function RoomCard({ room }: { room: Room }) {
  const { i18n } = useLingui();
  const name = known(i18n, room.name);
  return (
    <article className="flex h-full flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <div className="flex items-start justify-between gap-2">
        <h2 dir="auto" className="text-lg">
          {name}
        </h2>
        <UnreadBadge count={room.unread_count} />
      </div>
      {room.closed && (
        <p>
          <Badge variant="quiet" icon={Lock}>
            <Trans>Closed</Trans>
          </Badge>
        </p>
      )}
      <p dir="auto" className="text-muted">
        {known(i18n, room.description)}
      </p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2">
        <p className="flex items-center gap-2 text-sm text-muted">
          <UsersRound size={20} aria-hidden />
          <Plural value={room.member_count} one="# active member" other="# active members" />
        </p>
        <ButtonLink to={`/room/${room.id}`} variant={room.unread_count > 0 ? 'primary' : 'quiet'}>
          <Trans>
            Join room<span className="sr-only">: {name}</span>
          </Trans>
        </ButtonLink>
      </div>
    </article>
  );
}

/** The rooms beside the one that is open. */
export function RoomColumn({ current }: { current: number }) {
  const { i18n } = useLingui();
  const { data } = useRooms();
  return (
    <ul className="grid gap-1">
      {data?.pages
        .flatMap(({ rows }) => rows)
        .map(({ id, name, unread_count: unread }) => (
          <li key={id}>
            <Link
              to={`/room/${id}`}
              current={id === current}
              className={`flex min-h-11 items-center justify-between gap-2 rounded-control px-3 py-2 ${id === current ? 'bg-primary-soft font-semibold text-primary' : 'hover:bg-raised'}`}
            >
              {known(i18n, name)}
              {id !== current && <UnreadBadge count={unread} />}
            </Link>
          </li>
        ))}
    </ul>
  );
}
