import { useLingui } from '@lingui/react/macro';
import {
  BookOpen,
  CalendarDays,
  FileText,
  House,
  LifeBuoy,
  type LucideIcon,
  MessagesSquare,
  PenLine,
} from 'lucide-react';
import { usePath } from '../../lib/navigation.tsx';
import { useRole } from '../../lib/session/role.ts';
import { useSignedIn } from '../../lib/session/session.ts';

/** One place of the navigation bar. */
export interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Lit only on its own page, not on those below it. */
  exact?: boolean;
}

// What lies below a place by its meaning, and elsewhere by its address.
const elsewhere: Record<string, readonly string[]> = {
  '/blog': ['/createblog', '/personalblog'],
  '/help': ['/comment'],
  '/book': ['/appointment'],
  '/book/provider': ['/appointment'],
  '/chat': ['/room'],
};

/** Whether a place is where one is, or, unless it is exact, above it. */
export function isCurrent({ to, exact = false }: Place, path: string): boolean {
  if (exact) return path === to;
  return [to, ...(elsewhere[to] ?? [])].some((above) => path === above || path.startsWith(`${above}/`));
}

/** The places of the navigation bar, by who is signed in and where they are. */
export function usePlaces(): Place[] {
  const { t } = useLingui();
  const signedIn = useSignedIn();
  const role = useRole();
  const onBlog = usePath().startsWith('/blog');
  const always: Place[] = [
    { to: '/', label: t`Home`, icon: House, exact: true },
    { to: '/blog', label: t`Blog`, icon: BookOpen },
    { to: '/help', label: t`Help Center`, icon: LifeBuoy },
  ];
  const own: Place[] = [
    {
      to: role === 'healthcare_provider' ? '/book/provider' : '/book',
      label: t`View Appointments`,
      icon: CalendarDays,
    },
    { to: '/record', label: t`View Reports`, icon: FileText },
    { to: '/chat', label: t`Chat Room`, icon: MessagesSquare },
  ];
  const addBlog: Place[] = [
    { to: signedIn ? '/createblog' : '/login', label: t`Add Blog`, icon: PenLine, exact: true },
  ];
  return [...always, ...(onBlog ? addBlog : []), ...(signedIn ? own : [])];
}
