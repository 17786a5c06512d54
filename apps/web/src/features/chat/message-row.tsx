import type { Message } from '@carecommons/contract/chat';
import { mayDelete } from '@carecommons/contract/chat-rules';
import { deletedUser } from '@carecommons/contract/erasure-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { Ellipsis, EyeOff, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useFocusOnward } from '../../lib/focus.ts';
import { personIn } from '../../lib/texts/i18n.ts';
import { Link } from '../../lib/navigation.tsx';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';

interface Props {
  message: Message;
  me: number;
  /** The message before is of the same person: its name is not said again. */
  follows: boolean;
  onDelete: (message: Message) => void;
  onBlock: (user: Message['user']) => void;
  /** What else can be done with somebody else's message. */
  more?: ReactNode;
}

const logOf = (row: HTMLElement) => row.closest<HTMLElement>('[role=log]');

/** A message: one's own apart on the far side, others' with who said it. */
export function MessageRow({ message, me, follows, onDelete, onBlock, more }: Props) {
  const { t, i18n } = useLingui();
  const when = useWhen();
  const row = useFocusOnward<HTMLElement>(logOf);
  const own = message.user.id === me;
  const { user, content, timestamp, hidden_reason: hidden } = message;
  const deletable = mayDelete({ user_id: me }, message);
  return (
    <article
      ref={row}
      aria-label={own ? t`You` : personIn(i18n, user.username)}
      className={`group flex gap-2 ${follows ? 'pt-1' : 'pt-3'} ${own ? 'flex-row-reverse' : ''}`}
    >
      {!own && <span className="w-12 shrink-0 max-md:hidden">{!follows && <Avatar name={user.username} />}</span>}
      <div className={`grid max-w-[min(34rem,85%)] min-w-0 ${own ? 'justify-items-end' : 'justify-items-start'}`}>
        {!own && !follows && <p className="text-sm font-semibold">{personIn(i18n, user.username)}</p>}
        <div
          className={`rounded-card px-3 py-2 ${own ? 'bg-primary-soft' : 'border border-line bg-surface'} ${hidden === null ? '' : 'border border-dashed border-control'}`}
        >
          <div dir="auto">
            <p className="inline whitespace-pre-wrap">{content}</p>
            <time dateTime={timestamp} className="float-end ms-2 pt-1 text-xs text-muted">
              {when.time(new Date(timestamp), ownZone())}
            </time>
          </div>
          {hidden !== null && (
            <p className="mt-1 flex items-start gap-1 text-sm text-danger">
              <EyeOff size={16} className="mt-0.5 shrink-0" aria-hidden />
              <span>
                <Trans>Hidden by a moderator: {hidden}</Trans>
                {own && (
                  <Link to="/decisions" className="flex min-h-11 items-center font-semibold underline">
                    <Trans>Read the decision, or appeal</Trans>
                  </Link>
                )}
              </span>
            </p>
          )}
        </div>
      </div>
      {deletable ? (
        <button
          type="button"
          aria-label={t`Delete: ${beginningOf(content)}`}
          title={t`Delete`}
          onClick={() => onDelete(message)}
          className="inline-flex size-11 shrink-0 items-center justify-center self-center rounded-full text-muted hover:bg-danger-soft hover:text-danger"
        >
          <Trash2 size={18} aria-hidden />
        </button>
      ) : (
        user.username !== deletedUser && <Actions message={message} onBlock={onBlock} more={more} />
      )}
    </article>
  );
}

/** Enough of a message to know it by. */
const beginningOf = (content: string) => (content.length > 60 ? `${content.slice(0, 60).toWellFormed()}…` : content);

function Actions({ message: { user, content }, onBlock, more }: Pick<Props, 'message' | 'onBlock' | 'more'>) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center self-center">
      <button
        type="button"
        aria-expanded={open}
        aria-label={t`More about this message: ${beginningOf(content)}`}
        onClick={() => setOpen(!open)}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-raised hover:text-ink"
      >
        <Ellipsis size={18} aria-hidden />
      </button>
      {open && (
        <>
          {more}
          <Button variant="danger" onClick={() => onBlock(user)}>
            <Trans>Block {user.username}</Trans>
          </Button>
        </>
      )}
    </div>
  );
}
