import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/calls/api.ts';
import { endByToken } from '../../lib/calls/call.ts';
import { useNavigate } from '../../lib/navigation.tsx';
import { roleQuery } from '../../lib/session/role.ts';
import { readTokens, sessionChanged, startSession, type Tokens } from '../../lib/session/session.ts';

/** So long a sign-in waits at most for the end of the session before. */
const endMs = 3000;

/**
 * Begins the session of a login and ends the one that this browser had before, then goes to the profile form or, by a full
 * load, to `next` or home.
 */
export function useEntry(next: string | undefined) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const role = roleQuery(api);
  return async (tokens: Tokens) => {
    const former = readTokens();
    startSession(tokens);
    // Not before that: other tabs would find themselves signed out.
    if (former !== undefined) {
      await endByToken(former.refresh, AbortSignal.timeout(endMs)).catch((error: unknown) => console.error(error));
    }
    // Under a key of its own, of which nothing on this page hears: what it would show of the signed-in breaks when it is left.
    // Who cannot be asked for the role is signed in all the same; the pages ask again.
    const known = await queries
      .fetchQuery({ ...role, queryKey: ['entry'], staleTime: 0 })
      .catch((error: unknown) => console.error(error));
    if (known?.role !== 'unknown') {
      window.location.replace(next ?? '/');
      return;
    }
    queries.setQueryData(role.queryKey, known);
    sessionChanged();
    // The profile form leads on to `next`, out of the history's entry.
    navigate('/register/user/basic', { state: { next }, replace: true });
  };
}
