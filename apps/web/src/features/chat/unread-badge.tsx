import { unreadCounted } from '@carecommons/contract/limits';
import { Plural } from '@lingui/react/macro';

/** How many messages are unread, as a number beside a name; nothing where there are none. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="tabular inline-flex min-w-6 shrink-0 items-center justify-center rounded-full bg-primary px-2 text-sm font-semibold text-on-primary">
      <span aria-hidden>{count >= unreadCounted ? `${unreadCounted - 1}+` : count}</span>
      <span className="sr-only">
        <Plural value={count} one="# unread message" other="# unread messages" />
      </span>
    </span>
  );
}
