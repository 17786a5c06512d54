import type { BlockedPerson } from '@carecommons/contract/chat';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { renewBlocks } from './api.ts';
import type { RoomSync } from './room-sync.ts';

type BlockResult = { user: BlockedPerson; what: 'blocked' | 'unblocked' | 'failed' };

/** Blocking a person, and what became of it. */
export function useBlocking(sync?: RoomSync) {
  const api = useApi();
  const queries = useQueryClient();
  const [notice, setNotice] = useState<BlockResult>();

  async function change(user: BlockedPerson, what: 'blocked' | 'unblocked') {
    const params = { user_id: user.id };
    try {
      if (what === 'blocked') await api.call('PUT /apis/blocks/:user_id/', { params, body: {} });
      else await api.call('DELETE /apis/blocks/:user_id/', { params });
      setNotice({ user, what });
      renewBlocks(queries);
      await sync?.load();
    } catch (error) {
      console.error(error);
      setNotice({ user, what: 'failed' });
    }
  }
  return {
    block: (user: BlockedPerson) => change(user, 'blocked'),
    undo: (user: BlockedPerson) => change(user, 'unblocked'),
    notice,
  };
}

/** Says that a person was blocked, with the way back. */
export function BlockNotice({
  notice,
  onUndo,
}: {
  notice: BlockResult | undefined;
  onUndo: (user: BlockedPerson) => void;
}) {
  const noticeElement = useRef<HTMLDivElement>(null);
  // What was pressed has gone, or is about to go.
  useEffect(() => {
    if (notice !== undefined && notice.what !== 'failed') noticeElement.current?.focus();
  }, [notice]);
  if (notice === undefined) return null;
  const { user, what } = notice;
  if (what === 'failed') {
    return (
      <Notice kind="danger">
        <Trans>That did not work. Please try again.</Trans>
      </Notice>
    );
  }
  return (
    <div ref={noticeElement} tabIndex={-1}>
      <Notice kind="success">
        {what === 'blocked' ? (
          <div className="flex flex-wrap items-center gap-x-3">
            <Trans>You no longer see messages of {user.username}.</Trans>
            <Button variant="plain" onClick={() => onUndo(user)}>
              <Trans>Undo</Trans>
            </Button>
          </div>
        ) : (
          <Trans>You see messages of {user.username} again.</Trans>
        )}
      </Notice>
    </div>
  );
}
