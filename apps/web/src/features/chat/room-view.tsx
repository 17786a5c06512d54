import type { Message, Room } from '@carecommons/contract/chat';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { EmergencyNote } from '../../components/emergency-note.tsx';
import { ReportButton } from '../../components/report-button.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Coming, Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { browserLive } from '../../lib/calls/browser-live.ts';
import { known } from '../../lib/texts/i18n.ts';
import { Link } from '../../lib/navigation.tsx';
import { blocksQuery } from './api.ts';
import { BlockNotice, useBlocking } from './blocking.tsx';
import { Composer } from './composer.tsx';
import { type Entry, entriesOf } from './entries.ts';
import { useMarkRead } from './mark-read.ts';
import { MessageList } from './message-list.tsx';
import { MessageRow } from './message-row.tsx';
import type { Reader } from './room-sync.ts';
import { DayRow, NewRow } from './separators.tsx';
import { TypingLine } from './typing-line.tsx';
import { UnsentRow } from './unsent-row.tsx';
import { useRestOfWindow } from './rest-of-window.ts';
import { type OpenRoom, useRoom, useUnsent, useView } from './use-room.ts';

/** A chat room: its messages, and where one writes. */
export function RoomView({ room, reader }: { room: Room; reader: Reader }) {
  const open = useRoom(room.id, reader);
  const element = useRestOfWindow<HTMLElement>();
  return (
    <section
      ref={element}
      aria-labelledby="room"
      className="flex transition-none h-[calc(100dvh-var(--above)-4.5rem)] min-h-96 flex-col gap-1 md:h-[calc(100dvh-var(--above)-1rem)]"
    >
      <RoomHeader room={room} onReload={open && (() => void open.sync.load())} />
      <EmergencyNote />
      {open === undefined ? <MessagesComing /> : <Conversation open={open} room={room} me={reader.user_id} />}
    </section>
  );
}

function RoomHeader({ room, onReload }: { room: Room; onReload: (() => void) | undefined }) {
  const { t, i18n } = useLingui();
  return (
    <header className="flex items-center gap-2">
      <Link
        to="/chat"
        aria-label={t`Back to the rooms`}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-raised lg:hidden"
      >
        <ArrowLeft size={20} className="rtl:rotate-180" aria-hidden />
      </Link>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <h1 id="room" dir="auto" className="text-xl wrap-anywhere">
          {known(i18n, room.name)}
        </h1>
        <p className="text-sm text-muted">
          <Plural value={room.member_count} one="# active member" other="# active members" />
        </p>
      </div>
      <button
        type="button"
        aria-label={t`Refresh`}
        title={t`Refresh`}
        onClick={onReload}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-raised"
      >
        <RefreshCw size={20} aria-hidden />
      </button>
    </header>
  );
}

const ReportMessage = ({ message: { id, hidden_reason } }: { message: Message }) => (
  <ReportButton kind="message" id={id} hidden={hidden_reason !== null} />
);

function MessagesComing() {
  return (
    <Coming className="grid flex-1 content-end gap-3">
      <Skeleton className="h-16 w-3/5" />
      <Skeleton className="h-16 w-2/5 justify-self-end" />
      <Skeleton className="h-16 w-1/2" />
      <Skeleton className="h-11" />
    </Coming>
  );
}

function Conversation({ open, room, me }: { open: OpenRoom; room: Room; me: number }) {
  const { t } = useLingui();
  const api = useApi();
  const { sync, outbox } = open;
  const { log, error, typing } = useView(open);
  const unsent = useUnsent(open);
  const blocked = useQuery(blocksQuery(api)).data;
  const { block, undo, notice } = useBlocking(sync);
  const [readBefore] = useState(room.read_seq !== null && room.unread_count > 0 ? room.read_seq : null);
  const [inView, setInView] = useState(true);
  const [seen, setSeen] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const newest = log?.seq;
  if (inView && newest !== undefined && newest > seen) setSeen(newest);
  useMarkRead(room.id, newest, inView);

  const messages = log?.messages;
  const older = log?.older;
  const entries = useMemo(
    () =>
      entriesOf({
        messages: messages ?? [],
        unsent: unsent.filter((one) => one.room === room.id),
        me,
        blocked: new Set(blocked?.map(({ id }) => id)),
        readBefore,
        older: older !== undefined,
      }),
    [messages, unsent, room.id, me, blocked, readBefore, older],
  );
  // Another one for each page: a list that still stands at its start asks again.
  const onOlder = useMemo(() => (older === undefined ? undefined : () => void sync.loadOlder()), [sync, older]);
  const own = entries.findLast((entry) => entry.kind === 'unsent')?.key;

  async function remove(message: Message) {
    try {
      await api.call('DELETE /apis/messages-del/:message_id/', { params: { message_id: message.id } });
      sync.deleted(message.seq);
      setFailure(undefined);
      await sync.load();
    } catch (thrown) {
      setFailure(thrown);
    }
  }

  const draw = (entry: Entry) => {
    switch (entry.kind) {
      case 'day':
        return <DayRow at={entry.at} />;
      case 'new':
        return <NewRow />;
      case 'message':
        return (
          <MessageRow
            message={entry.message}
            me={me}
            follows={entry.follows}
            onDelete={(message) => void remove(message)}
            onBlock={(user) => void block(user)}
            more={<ReportMessage message={entry.message} />}
          />
        );
      default:
        return (
          <UnsentRow unsent={entry.unsent} onRetry={outbox.retry} onDrop={() => outbox.drop(entry.unsent.client_id)} />
        );
    }
  };

  if (log === undefined && error === undefined) return <MessagesComing />;
  return (
    <>
      {error !== undefined && (
        <LoadFailure
          title={<Trans>The messages could not be loaded.</Trans>}
          error={error}
          onRetry={() => void sync.load()}
        />
      )}
      {failure !== undefined && (
        <LoadFailure
          title={<Trans>The message could not be deleted.</Trans>}
          error={failure}
          onRetry={() => setFailure(undefined)}
        />
      )}
      <BlockNotice notice={notice} onUndo={(user) => void undo(user)} />
      {entries.length === 0 ? (
        <p className="grid flex-1 content-center text-center text-muted">
          <Trans>No messages yet. Start the conversation!</Trans>
        </p>
      ) : (
        <MessageList
          label={t`Messages`}
          entries={entries}
          onOlder={onOlder}
          own={own}
          onInView={setInView}
          fresh={newest !== undefined && newest > seen}
        >
          {draw}
        </MessageList>
      )}
      <TypingLine names={typing} newest={messages?.at(-1)} me={me} />
      {room.closed ? (
        <Notice kind="info">
          <Trans>This room is closed. What was said stays here to read.</Trans>
        </Notice>
      ) : (
        <Composer
          key={room.id}
          draft={`room/${room.id}`}
          onSend={(content) => outbox.add(room.id, content)}
          onTyping={() => browserLive().hint(`room:${room.id}`)}
        />
      )}
    </>
  );
}
