import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api.ts';
import { useNavigate } from '../../lib/navigation.tsx';
import { roleQuery } from '../../lib/role.ts';
import { sessionChanged, startSession, type Tokens } from '../../lib/session.ts';

/** Begins the session of a login, then goes to the profile form or, by a full load, to `next` or home. */
export function useEntry(next: string | undefined) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const role = roleQuery(api);
  return async (tokens: Tokens) => {
    startSession(tokens);
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
    navigate('/register/user/basic', { state: { next } });
  };
}
