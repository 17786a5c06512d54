import { Plural, Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SentLater } from '../../components/sent-later.tsx';
import { WaitingLine } from '../../components/waiting-line.tsx';
import { signedInPerson } from '../../lib/session/personal-data.ts';
import { saveKept } from '../../lib/kept/kept.ts';
import { forgetSent, type Later, useLater, useSendingLater } from '../../lib/kept/later.ts';
import { useNavigate, usePath } from '../../lib/navigation.tsx';

/** Sends what waits to be sent, and shows it: as one line with its number, or as a list. */
export function LaterWaiting({ as }: { as: 'line' | 'list' }) {
  useSendingLater();
  const navigate = useNavigate();
  const { waiting, sent } = useLater();
  const count = waiting.length;
  const path = usePath();
  const queries = useQueryClient();
  // It stands in the lists from now on; and that it was sent is said until one goes on.
  useEffect(() => {
    if (sent.length > 0) void queries.invalidateQueries();
  }, [queries, sent]);
  useEffect(() => forgetSent, [path]);
  if (as === 'line') {
    // The form in which it was written says so itself.
    const elsewhere = [...waiting, ...sent].some(({ page }) => page !== path);
    return (
      <WaitingLine to={count === 0 ? sent.at(-1)?.page : undefined}>
        {elsewhere &&
          (count === 0 ? (
            <Trans>What was waiting has been sent.</Trans>
          ) : (
            <Plural
              value={count}
              one="# question or answer of yours waits to be sent."
              other="# questions and answers of yours wait to be sent."
            />
          ))}
      </WaitingLine>
    );
  }

  /** Back to where it is written, as the draft that it was. */
  function change({ draft, text, page }: Later) {
    const person = signedInPerson();
    if (person !== undefined) saveKept(person, draft, { content: text, at: Date.now() });
    navigate(page);
  }
  return <SentLater onChange={change} />;
}
