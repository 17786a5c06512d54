import { getLiveness, getReadiness } from '@carecommons/contract/health';
import { getSite } from '@carecommons/contract/site';
import { sql } from 'kysely';
import { Problem } from '../../core/problem.ts';
import { route } from '../../core/route.ts';

export const siteRoutes = [
  route(getLiveness, async () => ({ status: 'ok' })),

  route(getReadiness, async ({ db, lifecycle }) => {
    if (lifecycle.draining) throw new Problem('busy', { message: 'The server is shutting down.' });
    await sql`select 1`.execute(db);
    return { status: 'ok' };
  }),

  route(getSite, async ({ config }) => ({
    demo: config.mode === 'demo',
    contact_phone: config.contactPhone,
    contact_email: config.contactEmail,
    contact_address: config.contactAddress,
    emergency_number: config.emergencyNumber,
    default_time_zone: config.defaultTimeZone,
  })),
];
