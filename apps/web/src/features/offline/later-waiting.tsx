import { Plural } from '@lingui/react/macro';
import { SentLater } from '../../components/sent-later.tsx';
import { WaitingLine } from '../../components/waiting-line.tsx';
import { draftsOwner } from '../../lib/drafts.ts';
import { keep } from '../../lib/kept.ts';
import { type Later, useLater, useSendingLater } from '../../lib/later.ts';
import { useNavigate } from '../../lib/navigation.tsx';

/** Sends what was written to be sent later, and tells of it: in one line, or each of it. */
export function LaterWaiting({ as }: { as: 'line' | 'list' }) {
  useSendingLater();
  const navigate = useNavigate();
  const count = useLater().waiting.length;
  if (count === 0) return null;
  if (as === 'line') {
    return (
      <WaitingLine>
        <Plural
          value={count}
          one="# question or answer of yours waits to be sent."
          other="# questions and answers of yours wait to be sent."
        />
      </WaitingLine>
    );
  }

  /** Back to where it is written, as the draft that it was. */
  function change({ draft, text, page }: Later) {
    const person = draftsOwner();
    if (person !== undefined) keep(person, draft, { content: text, at: Date.now() });
    navigate(page);
  }
  return <SentLater onChange={change} />;
}
