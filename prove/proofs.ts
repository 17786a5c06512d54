import { audit } from './security/audit.ts';
import { atRest } from './security/at-rest.ts';
import { authzMatrix, logTaint, massAssign, taint } from './security/authz.ts';
import { authzDefaultDeny } from './security/authz-default-deny.ts';
import { bookingRace } from './reliability/booking-race.ts';
import { chatFanout } from './reliability/chat-fanout.ts';
import { chatHold } from './reliability/chat-hold.ts';
import { chatRecover, chatRecoverRedis } from './reliability/chat-recover.ts';
import { codeGuessing } from './security/code-guessing.ts';
import { crash } from './reliability/crash.ts';
import { csp } from './security/csp.ts';
import { dbFailover } from './deployment/db-failover.ts';
import { dbHang } from './deployment/db-hang.ts';
import { dbRestart } from './deployment/db-restart.ts';
import { deps, outdated } from './security/deps.ts';
import { diskFull } from './reliability/disk-full.ts';
import { drain } from './deployment/drain.ts';
import { enumeration } from './security/enum.ts';
import { exportComplete } from './security/export.ts';
import { fdLimit } from './deployment/fd-limit.ts';
import { fuzz } from './security/fuzz.ts';
import { idempotent } from './reliability/idem.ts';
import { image } from './deployment/image.ts';
import { instances } from './deployment/instances.ts';
import { jwtForge } from './security/jwt-forge.ts';
import { limitsExact } from './security/limits.ts';
import { load } from './reliability/load.ts';
import { loginCost } from './security/login-cost.ts';
import { notifyCost } from './reliability/notify.ts';
import { privacy } from './security/privacy.ts';
import { proxy } from './deployment/proxy.ts';
import { redos } from './security/redos.ts';
import { lynis } from './deployment/lynis.ts';
import { migrations } from './deployment/migrate.ts';
import { outbox } from './reliability/outbox.ts';
import { plans } from './deployment/plans.ts';
import { pooler } from './deployment/pooler.ts';
import { overload, overloadBalanced } from './reliability/overload.ts';
import { redisAway } from './deployment/redis-away.ts';
import { refreshRace } from './security/refresh-race.ts';
import { render } from './security/render.ts';
import { replica } from './deployment/replica.ts';
import { restore } from './deployment/restore.ts';
import { revoke } from './security/revoke.ts';
import { slowClients } from './reliability/slow-clients.ts';
import { slowReaders } from './reliability/slow-readers.ts';
import { soak } from './reliability/soak.ts';
import { sqli } from './security/sqli.ts';
import { ssrf } from './security/ssrf.ts';
import { stuffing } from './security/stuffing.ts';
import { searchWords } from './search-words/search-words.ts';
import { tested } from './tools/tested.ts';
import { testssl } from './deployment/testssl.ts';
import { tz } from './reliability/tz.ts';
import { storeFaults } from './reliability/s3-faults.ts';
import { uploadCrash, uploadCrashS3 } from './reliability/upload-crash.ts';
import { uploads } from './security/uploads.ts';
import { wapiti } from './security/wapiti.ts';
import type { Figure, Size } from './tools/figure.ts';
import { xss } from './security/xss.ts';

/** Every proof, by its name on the command line. */
export const proofs: Record<string, (size: Size) => Promise<Figure>> = {
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
  'search-words': searchWords,
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
  skew: tested('F24 machines whose clocks are wrong', 'src/platform/db/clock-skew.test.ts'),
  supervise: tested('F28 a fault that nothing caught; workers that end', 'test/lifecycle.test.ts'),
  stampede: tested('F30 hundreds who ask for what has just changed', 'src/platform/cache/stampede.test.ts'),
  doctor: tested('F31 each fault of an installation is named', 'src/modules/doctor/doctor.test.ts'),
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
