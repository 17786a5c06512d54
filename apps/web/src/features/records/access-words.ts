import type { RecordAccess } from '@carecommons/contract/records';
import { useLingui } from '@lingui/react/macro';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';

/** What was done to a report, and by whom, in words. */
export function useAccessWords() {
  const { t } = useLingui();
  const when = useWhen();
  const titleOf = ({ title }: RecordAccess) => title ?? t`a document that is deleted`;

  /** What was done by a share; undefined where it was by none, or by the provider with whom it is. */
  function byShare(access: RecordAccess): string | undefined {
    const { action, share, name } = access;
    if (share === null) return undefined;
    const title = titleOf(access);
    const day = when.day(new Date(share.made_at), ownZone());
    const { provider } = share;
    if (action === 'share')
      return provider === null ? t`You made a link to “${title}”.` : t`You shared “${title}” with ${provider}.`;
    if (action === 'unshare')
      return provider === null
        ? t`You ended the link to “${title}”.`
        : t`You ended sharing “${title}” with ${provider}.`;
    if (action === 'open_share')
      return provider === null
        ? t`Somebody opened the link that you made on ${day}, and read that “${title}” is there.`
        : t`${name ?? provider} opened what you share, and read that “${title}” is there.`;
    if (provider !== null) return undefined;
    if (action === 'view') return t`Somebody with the link that you made on ${day} opened “${title}”.`;
    return t`Somebody with the link that you made on ${day} saved “${title}”.`;
  }

  function done(access: RecordAccess): string {
    const { action, by, name } = access;
    const title = titleOf(access);
    const who = name ?? t`Somebody`;
    const you = by === 'you';
    if (action === 'download') return you ? t`You saved “${title}”.` : t`${who} saved “${title}”.`;
    // Nobody puts another one's reports into a copy of their own data.
    if (action === 'export') return t`You put “${title}” into a copy of your data.`;
    if (action === 'upload') return you ? t`You added “${title}”.` : t`${who} added “${title}”.`;
    // Only a report's author takes it back.
    if (action === 'withdraw') return t`${who} took “${title}” back.`;
    if (action === 'delete') return t`You deleted a document of your own.`;
    return you ? t`You opened “${title}”.` : t`${who} opened “${title}”.`;
  }

  function refusedShare(access: RecordAccess): string | undefined {
    const { refusal, share } = access;
    if (share === null || share.provider !== null) return undefined;
    const title = titleOf(access);
    const day = when.day(new Date(share.made_at), ownZone());
    if (refusal === 'passcode')
      return t`Somebody gave a wrong passcode for the link to “${title}” that you made on ${day}.`;
    if (refusal === 'expired')
      return t`Somebody with the link that you made on ${day} had to give the passcode for “${title}” once more.`;
    return t`Somebody tried to open “${title}” with the link that you made on ${day}, which has ended.`;
  }

  function refused(access: RecordAccess): string {
    const { refusal, by, name } = access;
    const title = titleOf(access);
    const you = by === 'you';
    const who = name ?? '';
    // Of others who try, nothing is listed.
    if (refusal === 'withdraw') return t`You tried to take “${title}” back. Only its author can.`;
    if (by === 'somebody') return t`Somebody without the right tried to open “${title}”.`;
    switch (refusal) {
      case 'expired':
        return you
          ? t`You tried to open “${title}” with a link that was too old.`
          : t`${who} tried to open “${title}” with a link that was too old.`;
      case 'withdrawn':
        return you
          ? t`You tried to open “${title}” after it had been taken back.`
          : t`${who} tried to open “${title}” after it had been taken back.`;
      case 'session_ended':
        return you
          ? t`Somebody tried to open “${title}” with a link of yours after you had signed out.`
          : t`Somebody tried to open “${title}” with a link that ${who} had before logging out.`;
      case 'other_session':
        return you
          ? t`Somebody tried to open “${title}” with a link that was made for you alone.`
          : t`Somebody tried to open “${title}” with a link that was made for ${who} alone.`;
      default:
        return t`Somebody without the right tried to open “${title}”.`;
    }
  }

  return {
    describe: (access: RecordAccess) =>
      access.action === 'denied' ? (refusedShare(access) ?? refused(access)) : (byShare(access) ?? done(access)),

    /** What somebody else is, and why they may. */
    whose({ by, role, share }: RecordAccess): string | undefined {
      if (by === 'you') return undefined;
      if (by === 'author') return t`Healthcare provider who wrote the report`;
      if (share !== null && role === 'healthcare_provider') return t`Healthcare provider with whom you share it`;
      return role === 'healthcare_provider' ? t`Healthcare provider` : role === 'patient' ? t`Patient` : undefined;
    },
  };
}
