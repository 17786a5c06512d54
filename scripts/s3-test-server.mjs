import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// node scripts/s3-test-server.mjs [port]: an S3 store for tests, on this machine alone, with an empty bucket in a temporary
// folder. Says its address once it is ready, and removes everything at SIGTERM. It checks signatures, but neither checksums
// nor who may do what, and it writes in place: half of an upload that was cut can be seen, as in no real store.

// Its long lists use a cipher of the old provider's.
const needed = '--openssl-legacy-provider';
const [port = '0'] = process.argv.slice(2);
const signals = ['SIGTERM', 'SIGINT'];

if (process.execArgv.includes(needed)) await serve();
else {
  const child = fork(import.meta.filename, [port], { execArgv: [...process.execArgv, needed] });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('message', (message) => process.send?.(message));
  child.on('exit', (code) => process.exit(code ?? 1));
  process.on('disconnect', () => child.kill('SIGTERM'));
}

async function serve() {
  const { default: S3rver } = await import('@20minutes/s3rver');
  const directory = mkdtempSync(join(tmpdir(), 'carecommons-s3-'));
  const end = () => {
    rmSync(directory, { recursive: true, force: true });
    process.exit(0);
  };
  for (const signal of [...signals, 'disconnect']) process.on(signal, end);
  const server = new S3rver({
    address: '127.0.0.1',
    port: Number(port),
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: 'carecommons' }],
  });
  const { port: taken } = await server.run();
  const endpoint = `http://127.0.0.1:${taken}`;
  process.send?.({ endpoint });
  process.stdout.write(`An S3 store for tests is at ${endpoint}: bucket carecommons, keys S3RVER and S3RVER.\n`);
}
