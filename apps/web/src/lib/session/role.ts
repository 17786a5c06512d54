import type { Grant, Role } from '@carecommons/contract/endpoint';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useApi } from '../calls/api.ts';
import type { Call } from '../calls/call.ts';
import { claimsOf } from './personal-data.ts';
import { onSessionChange, readTokens, useSignedIn } from './session.ts';

/** What the signed-in person is and may; asked once a session. */
export function roleQuery(api: Call) {
  return queryOptions({ queryKey: ['me', 'role'], queryFn: () => api.call('GET /check/'), staleTime: 60_000 });
}

export function currentUserQuery(api: Call) {
  return queryOptions({ queryKey: ['me', 'user'], queryFn: () => api.call('GET /current-user/'), staleTime: 60_000 });
}

/** The role of the signed-in person; undefined while it is not known, or for the signed-out. */
export function useRole(): Role | undefined {
  return useQuery({ ...roleQuery(useApi()), enabled: useSignedIn() }).data?.role;
}

/** Where the person's appointments are. Before the server was asked, the token says whether it is a provider's. */
export function useAppointmentsPath(): '/book/provider' | '/book' {
  const hinted = useSyncExternalStore(onSessionChange, hintedRole, () => undefined);
  return (useRole() ?? hinted) === 'healthcare_provider' ? '/book/provider' : '/book';
}

const hintedRole = () => claimsOf(readTokens()?.access).role;

/** The signed-in person as the rules of the contract read one; undefined while it is not known. */
export function usePerson(): { user_id: number; role: Role } | undefined {
  const role = useRole();
  const user = useQuery({ ...currentUserQuery(useApi()), enabled: useSignedIn() }).data;
  return role === undefined || user === undefined ? undefined : { user_id: user.user_id, role };
}

/** The grants of the signed-in person; none while they are not known. */
export function useGrants(): readonly Grant[] {
  return useQuery({ ...roleQuery(useApi()), enabled: useSignedIn() }).data?.grants ?? [];
}

/** Whether the signed-in person is a moderator; false while it is not known. */
export function useModerates(): boolean {
  return useGrants().includes('moderator');
}
