import type { RecordAccess } from '@carecommons/contract/records';
import { useLingui } from '@lingui/react/macro';

/** What was done to a report, and by whom, in words. */
export function useAccessWords() {
  const { t } = useLingui();

  function done({ action, by, name, title }: RecordAccess): string {
    const who = name ?? t`Somebody`;
    const you = by === 'you';
    if (action === 'download') return you ? t`You saved “${title}”.` : t`${who} saved “${title}”.`;
    // Nobody puts another one's reports into a copy of their own data.
    if (action === 'export') return t`You put “${title}” into a copy of your data.`;
    if (action === 'upload') return you ? t`You added “${title}”.` : t`${who} added “${title}”.`;
    if (action === 'withdraw') return you ? t`You took “${title}” back.` : t`${who} took “${title}” back.`;
    return you ? t`You opened “${title}”.` : t`${who} opened “${title}”.`;
  }

  function refused({ refusal, by, name, title }: RecordAccess): string {
    const you = by === 'you';
    const who = name ?? '';
    if (refusal === 'withdraw') {
      if (you) return t`You tried to take “${title}” back. Only its author can.`;
      return t`Somebody without the right tried to take “${title}” back.`;
    }
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
          ? t`Somebody tried to open “${title}” with a link of yours after you had logged out.`
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
    says: (access: RecordAccess) => (access.action === 'denied' ? refused(access) : done(access)),

    /** What somebody else is, and why they may. */
    whose({ by, role }: RecordAccess): string | undefined {
      if (by === 'you') return undefined;
      if (by === 'author') return t`Healthcare provider who wrote the report`;
      return role === 'healthcare_provider' ? t`Healthcare provider` : role === 'patient' ? t`Patient` : undefined;
    },
  };
}
