import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts';
import { closing } from '../tools/closing.ts';
import { buildStages, readStages } from '../tools/containerfile.ts';
import { freePort } from '../../apps/server/test/servers/free-port.ts';
import type { Figure, Size } from '../tools/figure.ts';
import { addressOf } from '../../apps/server/src/platform/db/db.ts';
import { post } from '../tools/two-servers.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * The result of deploy/Containerfile, built without a container: the same steps in a folder, which then belongs to root and is
 * started by a user without write access. In the smallest size, the web application is the already built one.
 */
export async function image({ full }: Size): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-image-'));
  chmodSync(folder, 0o755);
  const database = startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: quiet });
  const close = closing(async () => {
    await (await database.catch(() => undefined))?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    const app = buildStages(folder, full ? [] : ['web']);
    const { owner, app: appRole } = await database;
    // Everybody who can reach the socket of this database, except root.
    const { uid } = statSync(String(appRole.host));
    const user = uid === 0 ? 65_534 : uid;
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, user, user);
    const port = await freePort();
    const env = {
      PATH: process.env.PATH,
      ...environmentOf(),
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      PUBLIC_URL: `http://localhost:${port}`,
      SECRET: 'q8Zr2Lw9Xc5Vb7Nm1Kj4Hg6Fd3Sa0PtYu',
      DATABASE_URL: addressOf(appRole),
      DATABASE_MIGRATION_URL: addressOf(owner),
      npm_config_cache: join(dataDir, '.npm'),
    };
    const as = [
      '--reuid',
      String(user),
      '--regid',
      String(user),
      '--clear-groups',
      '--no-new-privs',
      '--bounding-set=-all',
    ];
    const inImage = (...command: string[]) => ['setpriv', [...as, ...command], { cwd: app, env }] as const;
    const right = (...command: string[]) => spawnSync(...inImage(...command)).status === 0;

    const [program, args, options] = inImage(process.execPath, ...startOf());
    const child = spawn(program, [...args], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error('It did not start.')))]);
    const server = `http://127.0.0.1:${port}`;
    const page = await (await fetch(`${server}/providers`)).text();
    const asset = /\/assets\/[\w./-]+\.js/.exec(page)?.[0];
    const account = { username: 'in.an.image', email: 'image@example.org', password: 'seven grey herons' };
    const checks = {
      written: right('sh', '-c', `touch ${app}/a || touch ${app}/apps/server/src/a || touch ${app}/node_modules/a`),
      page: page.includes('</html>'),
      asset: (await fetch(server + asset)).status === 200,
      registers: (await post(`${server}/register/user/`, account)).status === 201,
      health: right(process.execPath, ...healthOf()),
      commands: right('npm', 'run', 'admin', '--', 'create', 'by.an.operator', 'operator@example.org'),
      stops: false,
    };
    child.kill('SIGTERM');
    checks.stops = (await ended)[0] === 0;
    const { written, ...others } = checks;
    return {
      figure:
        'The image, made without a container and run by nobody on files of root: megabytes beside Node, what works',
      value: { megabytes: sizeOf(app), packages: sizeOf(join(app, 'node_modules')), ...checks },
      target: 'all but written, at most 150 MB',
      ok: !written && Object.values(others).every(Boolean) && sizeOf(app) <= 150,
    };
  } finally {
    await close();
  }
}

const lastOf = (word: string) =>
  readStages()
    .at(-1)
    ?.steps.findLast((step) => step.word === word)?.rest ?? '';
const startOf = () => JSON.parse(lastOf('CMD')) as string[];
/** The arguments of node in the health check. */
const healthOf = () => (JSON.parse(/CMD (.*)$/.exec(lastOf('HEALTHCHECK'))?.[1] ?? '[]') as string[]).slice(1);

function environmentOf() {
  const steps =
    readStages()
      .at(-1)
      ?.steps.filter(({ word }) => word === 'ENV') ?? [];
  return Object.fromEntries(steps.flatMap(({ rest }) => rest.trim().split(/\s+/)).map((set) => set.split('=', 2)));
}

const sizeOf = (folder: string) =>
  Number(execFileSync('du', ['--summarize', '--block-size=1000000', folder], { encoding: 'utf8' }).split('\t', 1)[0]);
