import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { onPath } from './on-path.ts';

// The oldest tested version. Older ones lack commands of WebDriver BiDi.
const oldest = 153;

/** The launch options of the system's Firefox; if there is none, or if it is too old, the reason why journeys skip it. */
export function firefoxToLaunch() {
  const program = onPath(['firefox', 'firefox-esr']);
  if (program === undefined) return { missing: 'no Firefox was found' };
  const version = execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  if (Number(/\d+/.exec(version)?.[0]) < oldest) {
    return { missing: `${program} is ${version.trim()}, which is older than ${oldest}` };
  }
  return { program, executablePath: join(import.meta.dirname, 'firefox-relay.ts') };
}
