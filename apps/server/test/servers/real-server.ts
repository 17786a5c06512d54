import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';

const main = new URL('../../src/main.ts', import.meta.url).pathname;
// As npm start has it.
const compiled = new URL('../../../../node_modules/.cache/carecommons', import.meta.url).pathname;

export interface Started {
  child: ChildProcess;
  /** The address, once it answers; rejects with what was said if it ends before. */
  ready: Promise<string>;
  ended: Promise<{ code: number | null; said: string }>;
  /** Everything that it said until now. */
  said(): string;
}

/** Real processes, as npm start runs them, on a data folder of their own: empty, or a copy of one whose server has stopped. */
export function realServers(like?: string) {
  const dataDir = realpathSync(mkdtempSync('/tmp/carecommons-process-'));
  if (like !== undefined) execFileSync('cp', ['--archive', `${like}/.`, dataDir]);
  const children: ChildProcess[] = [];

  return {
    dataDir,
    /** Starts one; `preloaded` is a module that runs in it first. */
    start(settings: Record<string, string> = {}, preloaded?: string): Started {
      const child = spawn(process.execPath, [...(preloaded === undefined ? [] : ['--import', preloaded]), main], {
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: compiled,
          DATA_DIR: dataDir,
          PORT: '0',
          LOG_LEVEL: 'warn',
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      let said = '';
      const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
      const ready = new Promise<string>((resolve, reject) => {
        const hear = (chunk: Buffer) => {
          said += chunk.toString();
          const [, site, listening] = /ready at (\S+?)(?:, listening at (\S+))?\n/.exec(said) ?? [];
          const address = listening ?? site;
          if (address !== undefined) resolve(address);
        };
        child.stdout.on('data', hear);
        child.stderr.on('data', hear);
        void ended.then(({ said: words }) => reject(new Error(words)));
      });
      ready.catch(() => {});
      return { child, ready, ended, said: () => said };
    },
    /** Stops them, and removes the folder. */
    async remove() {
      for (const child of children) {
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGTERM');
          await once(child, 'exit');
        }
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
