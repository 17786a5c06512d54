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
import { useAppointmentsPath } from '../../lib/session/role.ts';
import { useSignedIn } from '../../lib/session/session.ts';

/** One link of the navigation bar. */
export interface NavItem {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Lit only on its own page, not on those below it. */
  exact?: boolean;
}

// Pages that belong to an item by their meaning, whatever their address.
const elsewhere: Record<string, readonly string[]> = {
  '/blog': ['/createblog', '/personalblog'],
  '/help': ['/comment'],
  '/book': ['/appointment'],
  '/book/provider': ['/appointment'],
  '/chat': ['/room'],
};

/** Whether an item leads to the current page or, unless it is exact, to one above it. */
export function isCurrent({ to, exact = false }: NavItem, path: string): boolean {
  if (exact) return path === to;
  return [to, ...(elsewhere[to] ?? [])].some((above) => path === above || path.startsWith(`${above}/`));
}

/** The items of the navigation bar, by who is signed in and which page is open. */
export function useNavItems(): NavItem[] {
  const { t } = useLingui();
  const signedIn = useSignedIn();
  const appointments = useAppointmentsPath();
  const onBlog = usePath().startsWith('/blog');
  const always: NavItem[] = [
    { to: '/', label: t`Home`, icon: House, exact: true },
    { to: '/blog', label: t`Blog`, icon: BookOpen },
    { to: '/help', label: t`Help Center`, icon: LifeBuoy },
  ];
  const own: NavItem[] = [
    { to: appointments, label: t`View Appointments`, icon: CalendarDays },
    { to: '/record', label: t`View Reports`, icon: FileText },
    { to: '/chat', label: t`Chat Room`, icon: MessagesSquare },
  ];
  const addBlog: NavItem[] = [
    { to: signedIn ? '/createblog' : '/login', label: t`Add Blog`, icon: PenLine, exact: true },
  ];
  return [...always, ...(onBlog ? addBlog : []), ...(signedIn ? own : [])];
}
