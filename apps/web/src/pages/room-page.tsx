import { useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { PageSkeleton } from '../components/ui/skeleton.tsx';
import { roomQuery } from '../features/chat/api.ts';
import { RoomColumn } from '../features/chat/room-list.tsx';
import { RoomView } from '../features/chat/room-view.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { known } from '../lib/texts/i18n.ts';
import { useParam } from '../lib/navigation.tsx';
import { roleQuery, usePerson } from '../lib/session/role.ts';

export function Page() {
  const { t, i18n } = useLingui();
  const api = useApi();
  const { data: room } = useSuspenseQuery(roomQuery(api, useParam('chatroomId')));
  useHead({ title: known(i18n, room.name) });
  const person = usePerson();
  const moderates = useQuery(roleQuery(api)).data?.grants.includes('moderator') ?? false;
  if (person === undefined) return <PageSkeleton />;
  return (
    <div className="page grid gap-6 py-1 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <nav aria-label={t`Chat rooms`} className="hidden lg:block">
        <RoomColumn current={room.id} />
      </nav>
      <RoomView key={room.id} room={room} reader={{ user_id: person.user_id, moderates }} />
    </div>
  );
}
