import { getLiveness, getReadiness } from '@carecommons/contract/health';
import { sql } from 'kysely';
import { Problem } from '../../platform/errors/errors.ts';
import { route } from '../../platform/routing/routing.ts';

export const healthRoutes = [
  route(getLiveness, async () => ({ status: 'ok' })),

  route(getReadiness, async ({ db, lifecycle }) => {
    if (lifecycle.draining) throw new Problem('busy', { message: 'The server is shutting down.' });
    await sql`select 1`.execute(db);
    return { status: 'ok' };
  }),
];
