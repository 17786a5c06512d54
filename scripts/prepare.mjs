import './node-version.mjs';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

// All of this runs on Node 20 with nothing installed: it is what installs.

/** The folder of the clone. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

const lockfile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const installed = join(modules, '.carecommons-installed');
const built = join(root, 'apps/web/dist/.built');

/** Installs the packages where they are missing or the lockfile changed since. */
export async function install() {
  const lock = hashOf([lockfile]);
  if (textOf(installed) === lock) return;
  if (!agrees()) {
    console.log('Installing the packages that package-lock.json names. This takes a minute or two the first time.');
    const args = [
      'ci',
      '--ignore-scripts',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    // npm deletes node_modules on its way: it must not run on the Node in there.
    await mustRun(
      [['npm', ...args]],
      { env: { ...process.env, PATH: withoutModules(process.env.PATH) } },
      'The packages could not be installed. Check the connection to the npm registry and start again.',
    );
  }
  writeFileSync(installed, lock);
}

/** Notes that all is installed that there shall be: nothing is fetched later, whatever is missing. */
export function noteInstalled() {
  writeFileSync(installed, hashOf([lockfile]));
}

/** Whether npm's own note of what it installed says the same as the lockfile, as after `npm install` by hand. */
function agrees() {
  const note = textOf(join(modules, '.package-lock.json'));
  if (note === undefined) return false;
  const there = JSON.parse(note).packages;
  return Object.entries(JSON.parse(readFileSync(lockfile, 'utf8')).packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.link) return true;
    return there[path] === undefined ? wanted.optional === true : there[path].version === wanted.version;
  });
}

/** The Node that runs the product: the one that was installed with it, else this one where it is new enough. */
export function runtime() {
  const own = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(own)) return own;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return fail(
    `Carecommons brings no Node for ${process.platform}-${process.arch}, and this one is ${process.versions.node}. Install Node 24 and start again.`,
  );
}

/** Whether this very process already is that Node. */
export function isRunning(node) {
  return realpathSync(node) === realpathSync(process.execPath);
}

/** The environment in which `node` and the installed tools come first. */
export function environment(node) {
  return { ...process.env, PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter) };
}

/**
 * Builds the web application, the browser's part and the server's, unless what is there was built from the same sources; with
 * `orAny`, unless something is there.
 */
export async function buildWeb(node, { orAny = false } = {}) {
  const web = join(root, 'apps/web');
  const sources = ['packages/contract', 'tsconfig.json', 'package-lock.json'].map((path) => join(root, path));
  const wanted = hashOf([web, ...sources]);
  const there = textOf(built);
  if (there === wanted || (orAny && there !== undefined)) return;
  console.log('Building the web application.');
  // A build that breaks off must not pass for a whole one.
  rmSync(built, { force: true });
  const builds = [
    ['vite', 'build'],
    ['vite', 'build', '--ssr'],
  ];
  // Each takes up to 1 GB of memory.
  const together = process.availableMemory?.() > 3 * 2 ** 30;
  for (const commands of together ? [builds] : builds.map((build) => [build])) {
    await mustRun(commands, { cwd: web, env: environment(node) }, 'The web application could not be built.');
  }
  writeFileSync(built, wanted);
}

/** Runs a command in place of this process, as far as Node can: its signals, its output and its exit code. */
export function become(command, args, env) {
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
  const terminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  // A terminal gives Ctrl-C to the child as well; passed on, it would count twice.
  process.on('SIGINT', () => terminal || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', () => fail(`${command} could not be started.`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** One sentence, and the end. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Runs commands side by side to their ends; what a failed one said, and the sentence, is the end of this process too. */
async function mustRun(commands, options, sentence) {
  const ended = await Promise.all(commands.map((command) => run(command, options)));
  const failed = ended.find(({ code }) => code !== 0);
  if (failed === undefined) return;
  console.error(failed.output.trim());
  fail(sentence);
}

function run([command, ...args], options) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', () =>
      fail(
        `Carecommons needs ${command}, and it is not to be found on PATH. It comes with Node from https://nodejs.org.`,
      ),
    );
    child.on('close', (code) => resolve({ code, output }));
  });
}

function withoutModules(path) {
  return path
    .split(delimiter)
    .filter((folder) => !folder.includes(`${sep}node_modules${sep}`))
    .join(delimiter);
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** One hash over files and everything in folders, names included; what was made from them is left out. */
function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (statSync(path).isDirectory()) {
      const names = readdirSync(path).filter((name) => name !== 'dist' && name !== 'node_modules');
      for (const name of names.toSorted()) add(join(path, name));
    } else {
      hash
        .update(`${path.slice(root.length)}\0`)
        .update(readFileSync(path))
        .update('\0');
    }
  };
  paths.forEach(add);
  return hash.digest('hex');
}
