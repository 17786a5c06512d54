import { Plural } from '@lingui/react/macro';
import { MessagesSquare } from 'lucide-react';
import { Link } from '../../lib/navigation.tsx';
import { useLiveReading, useWhatWaits } from './api.ts';
import { CornerCount } from './corner-count.tsx';

/** At the way to the chat, how many messages are unread in all rooms. */
export function UnreadCount() {
  useLiveReading();
  const count = useWhatWaits()?.unread_messages ?? 0;
  return (
    <CornerCount count={count}>
      <Plural value={count} _100="more than 99 unread messages" one="# unread message" other="# unread messages" />
    </CornerCount>
  );
}

/** The same in a line of its own, which leads to them. */
export function UnreadLine() {
  useLiveReading();
  const count = useWhatWaits()?.unread_messages ?? 0;
  return (
    count > 0 && (
      <Link
        to="/chat"
        className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline hover:underline-offset-4"
      >
        <MessagesSquare size={20} aria-hidden />
        <Plural
          value={count}
          _100="More than 99 unread messages in the chat"
          one="# unread message in the chat"
          other="# unread messages in the chat"
        />
      </Link>
    )
  );
}
