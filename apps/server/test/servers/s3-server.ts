import { fork } from 'node:child_process';
import { once } from 'node:events';

const script = new URL('../../../../scripts/s3-test-server.mjs', import.meta.url).pathname;

/** A real S3 store with an empty bucket, on this machine alone; and the settings under which it is found at an address. */
export async function startS3() {
  const child = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  const [{ endpoint }] = (await once(child, 'message')) as [{ endpoint: string }];
  return {
    endpoint,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The settings of the store that TEST_S3_ENDPOINT names, where it does: tests keep their files there then, each under a prefix. */
export function testStore(prefix: string): Record<string, string> {
  const endpoint = process.env.TEST_S3_ENDPOINT;
  return endpoint === undefined ? {} : s3SettingsOf(endpoint, prefix);
}

/** The settings with which the product finds the test server, or what stands before it. */
export const s3SettingsOf = (endpoint: string, prefix = '') => ({
  S3_ENDPOINT: endpoint,
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'carecommons',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  ...(prefix === '' ? {} : { S3_PREFIX: prefix }),
});
