import { Trans, useLingui } from '@lingui/react/macro';
import { EmergencyNote } from '../components/emergency-note.tsx';
import { AddRoom } from '../features/chat/add-room.tsx';
import { BlockedPeople } from '../features/chat/blocked-people.tsx';
import { RoomCards } from '../features/chat/room-list.tsx';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Chat rooms` });
  return (
    <div className="page one-after-another grid gap-6 py-8 md:py-12">
      <div className="flex flex-col justify-between gap-4 md:flex-row md:items-center">
        <h1 className="text-2xl md:text-3xl">
          <Trans>Chat rooms</Trans>
        </h1>
        <EmergencyNote />
      </div>
      <RoomCards />
      <AddRoom />
      <BlockedPeople />
    </div>
  );
}
