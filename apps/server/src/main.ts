import cluster from 'node:cluster';
import { readConfig } from './core/config.ts';
import { openLog } from './core/log.ts';
import { StartError } from './core/start-error.ts';
import { traceIds } from './core/tracing.ts';

/** One process that does everything, or as many as WORKERS says, with one that keeps them running and loads no more than that needs. */
async function main() {
  const config = readConfig();
  const log = openLog(config.logLevel, config.tracing && traceIds);
  if (config.workers > 1 && cluster.isPrimary) await (await import('./lead.ts')).lead(config, log);
  else await (await import('./serve.ts')).serve(config, log);
}

try {
  await main();
  process.exit();
} catch (error) {
  const said = error instanceof StartError ? error.message : ((error as Error).stack ?? String(error));
  if (said !== '') process.stderr.write(`${said}\n`);
  process.exit(1);
}
