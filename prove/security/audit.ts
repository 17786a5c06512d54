import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askForReports, secret } from './audit-requests.ts';
import { tamper, untouched } from './audit-tampering.ts';
import { closing } from '../tools/closing.ts';
import { inProduction } from '../../apps/server/test/servers/in-production.ts';
import type { Figure, Size } from '../tools/figure.ts';
import { withTwoServers } from '../tools/two-servers.ts';

/**
 * S20: requests for a report, or for anything that reveals reports, that do not leave exactly one row of the audit (with a
 * forged link: none, and one more in the count); and manipulations of the audit by somebody with all rights on the database
 * that `npm run audit:verify` does not find.
 */
export async function audit({ full }: Size): Promise<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-audit-'));
  const close = closing(async () => rmSync(dataDir, { recursive: true, force: true }));
  try {
    const value = await withTwoServers(
      async (servers, owner, kill, _, stopAll) => {
        const asked = await askForReports(servers, owner, kill, full ? 25 : 6);
        // The last rows are sealed and signed when a server stops.
        await stopAll();
        return { ...asked, untouched: await untouched(owner, dataDir), found: await tamper(owner, dataDir) };
      },
      // Without the demo, which would only take time.
      () => ({ SECRET: secret, DATA_DIR: dataDir, MODE: 'production', LOG_LEVEL: 'error', ...inProduction }),
    );
    const kinds = Object.entries(value.found);
    return {
      figure: 'S20 requests for reports without exactly one row; kinds of tampering found, and named',
      value,
      target: '0; 5 of 5, nothing where nothing was done',
      ok:
        value.requests >= 200 &&
        value.without_one_row.length === 0 &&
        value.untouched === 'nothing' &&
        kinds.length === 5 &&
        kinds.every(([kind, said]) => said.startsWith(`${kind} at seal `)),
    };
  } finally {
    await close();
  }
}
