import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './prepare.mjs';

/** Two ports in a row that nobody uses: of the pages, and of the API. */
async function freePorts() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

test(
  'npm run dev serves pages and modules from their sources and restarts the API after an edit',
  { timeout: 400_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-dev-'));
    const port = await freePorts();
    let output = '';
    const dev = spawn('npm', ['run', '-s', 'dev'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), NODE_ENV: undefined, MODE: 'demo' },
    });
    for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (piece) => (output += piece));
    const ended = once(dev, 'close');
    onTestFinished(async () => {
      dev.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    });
    const run = (args) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, DATA_DIR: dataDir, MODE: 'demo' },
      });
      return { status, output: stdout + stderr };
    };
    const site = `http://127.0.0.1:${port}`;
    const starts = () => output.split('Carecommons is ready').length - 1;
    await expect.poll(starts, { timeout: 300_000 }).toBe(1);
    // What follows the line that counts may come in another piece.
    await expect.poll(() => output, { timeout: 10_000 }).toContain('Demo logins');

    const page = await fetch(`${site}/help`);
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, null]);
    const html = await page.text();
    expect(html).toContain('/@vite/client');
    expect(html).toMatch(/<h1[^>]*>/);
    expect(await (await fetch(`${site}/src/pages/help-page.tsx`)).text()).toContain('sourceMappingURL');
    expect((await (await fetch(`${site}/speciality/`)).json()).length).toBeGreaterThan(5);

    expect(run(['apps/server/src/sql.ts', 'select count(*) > 5 as many from specialities']).output).toMatch(
      /many[\s\S]*true/,
    );
    expect(run(['scripts/demo-reset.mjs'])).toEqual({
      status: 1,
      output: expect.stringContaining('is using the data folder'),
    });

    const now = new Date();
    utimesSync(join(root, 'apps/server/src/modules/help/help.ts'), now, now);
    await expect.poll(starts, { timeout: 60_000 }).toBe(2);
    expect((await fetch(`${site}/apis/help-center/`)).status).toBe(200);

    dev.kill('SIGTERM');
    await ended;
    expect(run(['scripts/demo-reset.mjs']).status).toBe(0);
    expect(existsSync(dataDir)).toBe(false);
  },
);
