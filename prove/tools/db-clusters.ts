import { type Cluster, openClusters, urlAt } from '../../apps/server/test/servers/clusters.ts';
import { closing } from './closing.ts';
import { type DbLoad, openDbLoad } from './db-load.ts';
import { withServers } from './two-servers.ts';

interface Given {
  servers: string[];
  primary: Cluster;
  standbys: Cluster[];
  load: DbLoad;
}

/**
 * Two processes of the real product, under load, on PostgreSQL servers that can be stopped; `settingsOf` gets these. `writers`
 * write in addition to the readers.
 */
export async function withClusters<T>(
  standbys: number,
  work: (given: Given) => Promise<T>,
  settingsOf: (
    primary: Cluster,
    standbys: Cluster[],
  ) => Record<string, string> | Promise<Record<string, string>> = () => ({}),
  writers = 6,
): Promise<T> {
  const clusters = await openClusters(standbys);
  const close = closing(clusters.close);
  try {
    const { primary } = clusters;
    const settings = {
      DATABASE_URL: urlAt('app', primary, ...clusters.standbys),
      DATABASE_MIGRATION_URL: urlAt('owner', primary, ...clusters.standbys),
      LOG_LEVEL: 'error',
      ...(await settingsOf(primary, clusters.standbys)),
    };
    const database = { owner: primary.as('carecommons_owner'), app: primary.as('carecommons_app') };
    return await withServers(
      2,
      async (servers) => {
        const load = await openDbLoad(servers, writers);
        try {
          return await work({ servers, primary, standbys: clusters.standbys, load });
        } finally {
          await load.stop();
        }
      },
      () => settings,
      { given: database },
    );
  } finally {
    await close();
  }
}
