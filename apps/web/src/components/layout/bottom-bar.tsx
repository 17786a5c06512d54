import { useLingui } from '@lingui/react/macro';
import { CalendarDays, FileText, House, MessagesSquare } from 'lucide-react';
import { Link, usePath } from '../../lib/navigation.tsx';
import { useAppointmentsPath } from '../../lib/session/role.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { OwnPart } from '../own-part.tsx';
import { isCurrent, type NavItem } from './navigation.tsx';

/** On a phone, after login: the four pages people open most, within reach of the thumb. */
export function BottomBar() {
  const { t } = useLingui();
  const signedIn = useSignedIn();
  const appointments = useAppointmentsPath();
  const path = usePath();
  if (!signedIn) return null;
  const items: NavItem[] = [
    { to: '/', label: t`Home`, icon: House, exact: true },
    { to: appointments, label: t`Appointments`, icon: CalendarDays },
    { to: '/record', label: t`Reports`, icon: FileText },
    { to: '/chat', label: t`Chat`, icon: MessagesSquare },
  ];
  return (
    <>
      <div className="hidden h-16 tall:max-md:block" />
      <nav
        aria-label={t`Most used`}
        className="inset-x-0 bottom-0 z-30 grid grid-cols-4 border-t border-line bg-surface tall:fixed md:hidden"
      >
        {items.map((item) => {
          const { to, label, icon: Icon } = item;
          const current = isCurrent(item, path);
          return (
            <Link
              key={label}
              to={to}
              current={current}
              className={`grid min-h-16 content-center justify-items-center gap-0.5 text-xs max-[22rem]:text-[0.6875rem] ${current ? 'font-semibold text-primary' : 'text-muted'}`}
            >
              <span className="relative grid w-11 justify-items-center">
                <Icon size={20} aria-hidden />
                {to === '/chat' && <OwnPart part="chat" />}
              </span>
              <span className="max-w-full px-0.5 wrap-normal">{label}</span>
            </Link>
          );
        })}
      </nav>
    </>
  );
}
