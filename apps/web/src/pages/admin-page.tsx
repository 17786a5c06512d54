import type { ReactNode } from 'react';
import type { PagePath } from '@carecommons/contract/pages';
import { AccountEvents } from '../features/admin/account-events.tsx';
import { Audit } from '../features/admin/audit.tsx';
import { DeadLetters } from '../features/admin/dead-letters.tsx';
import { Overview } from '../features/admin/overview.tsx';
import { People } from '../features/admin/people.tsx';
import { Person } from '../features/admin/person.tsx';
import { Rooms } from '../features/admin/rooms.tsx';
import { Specialities } from '../features/admin/specialities.tsx';
import { VisitReads } from '../features/admin/visit-reads.tsx';
import { AddRoom } from '../features/chat/add-room.tsx';
import { usePagePath } from '../lib/navigation.tsx';

/** The pages of the administration, which come in one chunk. */
const pages: Partial<Record<PagePath, ReactNode>> = {
  '/admin': <Overview />,
  '/admin/users': <People />,
  '/admin/users/:userId': <Person />,
  '/admin/specialities': <Specialities />,
  '/admin/rooms': <Rooms add={<AddRoom />} />,
  '/admin/letters': <DeadLetters />,
  '/admin/audit': <Audit />,
  '/admin/sign-ins': <AccountEvents />,
  '/admin/visit-reads': <VisitReads />,
};

export function Page() {
  const path = usePagePath();
  return path && pages[path];
}
