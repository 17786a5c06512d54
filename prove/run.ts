import { parseArgs } from 'node:util';
import { audit } from './audit.ts';
import { atRest } from './at-rest.ts';
import { authzMatrix, logTaint, massAssign, taint } from './authz.ts';
import { authzDefaultDeny } from './authz-default-deny.ts';
import { bookingRace } from './booking-race.ts';
import { chatFanout } from './chat-fanout.ts';
import { chatHold } from './chat-hold.ts';
import { chatRecover, chatRecoverRedis } from './chat-recover.ts';
import { closeAll } from './closing.ts';
import { codeGuessing } from './code-guessing.ts';
import { crash } from './crash.ts';
import { csp } from './csp.ts';
import { dbFailover } from './db-failover.ts';
import { dbHang } from './db-hang.ts';
import { dbRestart } from './db-restart.ts';
import { deps, outdated } from './deps.ts';
import { diskFull } from './disk-full.ts';
import { drain } from './drain.ts';
import { enumeration } from './enum.ts';
import { exportComplete } from './export.ts';
import { fdLimit } from './fd-limit.ts';
import { fuzz } from './fuzz.ts';
import { idempotent } from './idem.ts';
import { image } from './image.ts';
import { instances } from './instances.ts';
import { jwtForge } from './jwt-forge.ts';
import { limitsExact } from './limits.ts';
import { load } from './load.ts';
import { loginCost } from './login-cost.ts';
import { notifyCost } from './notify.ts';
import { privacy } from './privacy.ts';
import { proxy } from './proxy.ts';
import { redos } from './redos.ts';
import { lynis } from './lynis.ts';
import { migrations } from './migrate.ts';
import { outbox } from './outbox.ts';
import { plans } from './plans.ts';
import { pooler } from './pooler.ts';
import { overload, overloadBalanced } from './overload.ts';
import { redisAway } from './redis-away.ts';
import { refreshRace } from './refresh-race.ts';
import { render } from './render.ts';
import { replica } from './replica.ts';
import { restore } from './restore.ts';
import { revoke } from './revoke.ts';
import { slowClients } from './slow-clients.ts';
import { slowReaders } from './slow-readers.ts';
import { soak } from './soak.ts';
import { sqli } from './sqli.ts';
import { ssrf } from './ssrf.ts';
import { stuffing } from './stuffing.ts';
import { tested } from './tested.ts';
import { testssl } from './testssl.ts';
import { tz } from './tz.ts';
import { storeFaults } from './s3-faults.ts';
import { uploadCrash, uploadCrashS3 } from './upload-crash.ts';
import { uploads } from './uploads.ts';
import { wapiti } from './wapiti.ts';
import { xss } from './xss.ts';

// npm run prove: the board, a figure of security or reliability a line, as JSON. With --full each is as large as it can be;
// with names, those alone; with --file F, `render` and `uploads` try that file.

/** One measured figure, and whether it is what it should be. */
export interface Figure {
  figure: string;
  value: unknown;
  target: string;
  ok: boolean;
}

/** How much a proof tries: what a few minutes hold, or all. */
export interface Size {
  full: boolean;
  /** What to try in place of what a proof brings along: of `render` and `uploads`. */
  file?: string | undefined;
}

const proofs: Record<string, (size: Size) => Promise<Figure>> = {
  'authz-default-deny': authzDefaultDeny,
  'authz-matrix': authzMatrix,
  'mass-assign': massAssign,
  taint,
  'log-taint': logTaint,
  csp,
  deps,
  outdated,
  'jwt-forge': jwtForge,
  'refresh-race': refreshRace,
  revoke,
  enum: enumeration,
  'login-cost': loginCost,
  stuffing,
  'code-guessing': codeGuessing,
  limits: limitsExact,
  'slow-clients': slowClients,
  'slow-readers': slowReaders,
  'fd-limit': fdLimit,
  load,
  overload,
  'overload-balanced': overloadBalanced,
  instances,
  drain,
  soak,
  redos,
  render,
  ssrf,
  sqli,
  wapiti,
  testssl,
  lynis,
  fuzz,
  uploads,
  'at-rest': atRest,
  'upload-crash': uploadCrash,
  'upload-crash-s3': uploadCrashS3,
  's3-faults': storeFaults,
  'disk-full': diskFull,
  audit,
  export: exportComplete,
  'booking-race': bookingRace,
  crash,
  idem: idempotent,
  'held-up': tested(
    'F3 a time that another transaction holds, gives back, or keeps for long',
    'src/modules/appointments/held-up.test.ts',
  ),
  'sent-again': tested('F5, F19 messages sent again, and their order', 'src/modules/chat/chat.test.ts'),
  skew: tested('F24 machines whose clocks are wrong', 'src/core/clock-skew.test.ts'),
  supervise: tested('F28 a fault that nothing caught; workers that end', 'test/lifecycle.test.ts'),
  stampede: tested('F30 hundreds who ask for what has just changed', 'src/core/stampede.test.ts'),
  'db-restart': dbRestart,
  'db-hang': dbHang,
  'db-failover': dbFailover,
  replica,
  pooler,
  plans,
  'chat-recover': chatRecover,
  'chat-recover-redis': chatRecoverRedis,
  'redis-away': redisAway,
  'chat-fanout': chatFanout,
  'chat-hold': chatHold,
  notify: notifyCost,
  outbox,
  migrate: migrations,
  privacy,
  restore,
  proxy,
  image,
  tz,
  xss,
};

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void closeAll().then(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  });
}

const { values: size, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false }, file: { type: 'string' } },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(proofs);
const unknown = names.find((name) => !Object.hasOwn(proofs, name));
if (unknown !== undefined)
  throw new Error(`There is no proof ${unknown}. There are: ${Object.keys(proofs).join(', ')}.`);

const began = performance.now();
const fallen: string[] = [];
for (const name of names) {
  const from = performance.now();
  const figure = await prove(name);
  // What is ended under a proof's hands says nothing.
  if (stopping) break;
  if (!figure.ok) fallen.push(name);
  console.log(JSON.stringify(figure));
  console.error(`${name}: ${secondsSince(from)} s`);
}
if (!stopping) {
  const short = fallen.length === 0 ? '' : `; short of it: ${fallen.join(', ')}`;
  console.error(
    `${names.length - fallen.length} of ${names.length} figures as they should be, in ${secondsSince(began)} s${short}`,
  );
  // What a proof that broke has left open would keep the process.
  await closeAll();
  process.exit(fallen.length > 0 ? 1 : 0);
}

function secondsSince(from: number) {
  return Math.round((performance.now() - from) / 1000);
}

/** One figure; a proof that breaks is a figure that is not as it should be. */
async function prove(name: string): Promise<Figure> {
  try {
    return await (proofs[name] as (typeof proofs)[string])(size);
  } catch (error) {
    if (!stopping) console.error(error);
    return { figure: name, value: { broke: String(error) }, target: 'to end', ok: false };
  }
}
