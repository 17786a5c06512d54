import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bell as BellMark } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../lib/calls/api.ts';
import { Link, usePath } from '../../lib/navigation.tsx';
import { unreadQuery, useLiveNotifications } from './api.ts';

// The server counts no further.
const most = 99;

/** The way to the notifications, with how many are unread: the same on every device at once. */
export function Bell() {
  const { t } = useLingui();
  const path = usePath();
  const unread = useQuery(unreadQuery(useApi())).data?.unread;
  useLiveNotifications();
  // What was there when the page came is no news.
  const [known, setKnown] = useState(unread);
  if (unread !== undefined && (known === undefined || unread < known)) setKnown(unread);
  const count = unread ?? 0;
  const number = <Plural value={count} _100="more than 99 unread" one="# unread" other="# unread" />;
  return (
    <>
      <Link
        to="/notifications"
        current={path === '/notifications'}
        className="relative inline-flex size-[44px] items-center justify-center rounded-full hover:bg-raised"
      >
        <BellMark aria-hidden />
        <span className="sr-only">{t`Notifications`}</span>
        {count > 0 && (
          <>
            <span
              aria-hidden
              className="tabular absolute start-5 top-0.5 min-w-5 whitespace-nowrap rounded-full bg-primary px-1 text-center text-xs leading-5 font-semibold text-on-primary"
            >
              {count > most ? `${most}+` : count}
            </span>
            <span className="sr-only"> {number}</span>
          </>
        )}
      </Link>
      <span role="status" className="sr-only">
        {count > (known ?? 0) && (
          <>
            {t`Notifications`} {number}
          </>
        )}
      </span>
    </>
  );
}
