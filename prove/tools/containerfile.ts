import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join, matchesGlob, relative } from 'node:path';

const root = new URL('../../', import.meta.url).pathname.replace(/\/$/, '');

export interface Stage {
  name: string;
  base: string;
  steps: { word: string; rest: string }[];
}

/** The stages of deploy/Containerfile, in order. */
function stagesOf(text: string): Stage[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const [base = '', , name = 'image'] = rest.split(/\s+/);
      stages.push({ name, base, steps: [] });
    } else {
      stages.at(-1)?.steps.push({ word, rest });
    }
  }
  return stages;
}

export const readStages = () => stagesOf(readFileSync(join(root, 'deploy/Containerfile'), 'utf8'));

/** The sources and the target of a COPY; `from` is a stage, or undefined for the project. */
export function copyOf(rest: string) {
  const words = rest.split(/\s+/);
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  return { from, to: words.pop() as string, what: words };
}

/** Whether a file of the project is in the build context: the last matching rule of .dockerignore decides. */
export function isSent(path: string): boolean {
  let sent = true;
  for (const line of readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const rule = line.replace(/^!/, '');
    const parts = path.split('/');
    // A rule for a folder applies to everything in it; unlike in Docker, a star matches any name.
    const fits = rule === '*' || parts.some((_part, at) => matchesGlob(parts.slice(0, at + 1).join('/'), rule));
    if (fits) sent = line.startsWith('!');
  }
  return sent;
}

/**
 * Runs the stages in folders, except what only a container can do: `/app` of a stage is `folder/<its name>`. Stages in `skip`
 * are not built, and what others copy from them is copied from the project. Returns the folder of the last stage.
 */
export function buildStages(folder: string, skip: string[]): string {
  let last = '';
  for (const { name, base, steps } of readStages()) {
    const app = join(folder, name);
    last = app;
    mkdirSync(app, { recursive: true });
    if (skip.includes(name)) continue;
    if (existsSync(join(folder, base))) cpSync(join(folder, base), app, { recursive: true, verbatimSymlinks: true });
    for (const { word, rest } of steps) {
      if (word === 'COPY') copy(folder, app, rest, skip);
      // Commands outside /app are only for containers.
      else if (word === 'RUN' && !rest.includes('/data')) run(app, rest);
    }
  }
  return last;
}

function copy(folder: string, app: string, rest: string, skip: string[]) {
  const { from, to, what } = copyOf(rest);
  for (const one of what) {
    const here = from !== undefined && !skip.includes(from);
    const source =
      from === undefined ? join(root, one) : join(here ? join(folder, from) : root, one.replace(/^\/app/, ''));
    const target = join(app, to.replace(/^\/app/, ''));
    const isInto = to.endsWith('/') && !statSync(source).isDirectory();
    cpSync(source, isInto ? join(target, basename(one)) : target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => from !== undefined || path === source || isSent(relative(root, path)),
    });
  }
}

function run(app: string, rest: string) {
  const [command = '', ...args] = JSON.parse(rest) as string[];
  rmSync(join(app, 'node_modules/.carecommons-installed'), { force: true });
  execFileSync(command === 'node' ? process.execPath : command, args, {
    cwd: app,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
