import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from './on-path.ts';

// Root has no sandbox, and /dev/shm is small in containers.
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'];

/**
 * The launch options of the Chromium for tests: the one from npm, unpacked at its first use, which has no window and is a
 * third faster; if there is none for this machine, the system's own.
 */
export function chromiumToLaunch() {
  return process.platform === 'linux' && process.arch === 'x64' ? fromNpm() : ofSystem();
}

function ofSystem() {
  const found = onPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']);
  if (found === undefined) throw new Error('No Chromium was found: please install one.');
  return { executablePath: found, args };
}

/** Chromium from npm, with the libraries and fonts that a bare machine lacks. */
function fromNpm() {
  const cache = join(import.meta.dirname, '../../node_modules/.cache');
  const folder = join(cache, 'chromium');
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    // Unpacked into a temporary folder and then renamed, so that an interrupted unpacking is never used.
    const fresh = mkdtempSync(join(cache, 'chromium-'));
    const unpack = `(await import('@sparticuz/chromium')).default.executablePath()`;
    // The package unpacks into TMPDIR, and the libraries only if it thinks that it runs on AWS.
    const env = { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
    execFileSync(process.execPath, ['--input-type=module', '-e', unpack], { cwd: import.meta.dirname, env });
    const fonts = ['/usr/share/fonts', join(folder, 'fonts/fonts')].map((path) => `<dir>${path}</dir>`).join('');
    const settings = `<fontconfig>${fonts}<cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`;
    writeFileSync(join(fresh, 'fonts/fonts.conf'), settings);
    try {
      renameSync(fresh, folder);
    } catch {
      rmSync(fresh, { recursive: true }); // Another process was faster.
    }
  }
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') };
  return { executablePath: join(folder, 'chromium'), args, env };
}
