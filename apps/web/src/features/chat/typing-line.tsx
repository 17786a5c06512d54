import type { Message } from '@carecommons/contract/chat';
import { Plural, Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { useState } from 'react';
import { useAway } from './use-room.ts';

interface Props {
  names: readonly string[];
  newest: Message | undefined;
  me: number;
}

/**
 * Who is writing just now, or that nothing comes live, in a line that is always there; and, read out, what others say while
 * one is in the room.
 */
export function TypingLine({ names, newest, me }: Props) {
  const [first] = useState(newest?.seq ?? 0);
  const away = useAway();
  const [name] = names;
  const fresh = newest !== undefined && newest.seq > first && newest.user.id !== me;
  return (
    <>
      <p className="h-5 truncate text-sm text-muted">
        {away && (
          <span role="status" className="flex items-center gap-1 text-accent">
            <WifiOff size={16} className="shrink-0" aria-hidden />
            <Trans>Reconnecting; updated every 15 seconds</Trans>
          </span>
        )}
        {!away && names.length === 1 && <Trans>{name} is writing…</Trans>}
        {!away && names.length > 1 && (
          <Plural value={names.length} one="# person is writing…" other="# people are writing…" />
        )}
      </p>
      <p role="status" className="sr-only">
        {fresh && `${newest.user.username}: ${newest.content}`}
      </p>
    </>
  );
}
