import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../lib/calls/api.ts';
import { CallError } from '../lib/calls/call.ts';
import { currentUserQuery, roleQuery } from '../lib/session/role.ts';
import { useSignedIn } from '../lib/session/session.ts';
import { LoadFailure } from './ui/load-failure.tsx';
import { PageSkeleton } from './ui/skeleton.tsx';

const signedOut = new CallError(401, { code: 'not_signed_in', message: '', errors: [] });

/** In the place of a page while it is not known who looks at it; with the next step where that cannot be learned. */
export function PersonComing() {
  const api = useApi();
  const signedIn = useSignedIn();
  const role = useQuery({ ...roleQuery(api), enabled: signedIn });
  const user = useQuery({ ...currentUserQuery(api), enabled: signedIn });
  const error = signedIn ? (role.error ?? user.error) : signedOut;
  if (error === null) return <PageSkeleton />;
  return (
    <div className="page py-8 md:py-12">
      <LoadFailure
        title={<Trans>This page could not be loaded.</Trans>}
        error={error}
        onRetry={() => {
          for (const query of [role, user]) if (query.isError) void query.refetch();
        }}
      />
    </div>
  );
}
