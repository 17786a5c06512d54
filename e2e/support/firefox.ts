import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { onPath } from './on-path.ts';

// The oldest that the journeys were walked in. Older ones lack commands of WebDriver BiDi, by which it is driven.
const oldest = 153;

/** How to launch the system's own Firefox; where there is none, or one that is too old, why the journeys leave it out. */
export function firefoxToLaunch() {
  const program = onPath(['firefox', 'firefox-esr']);
  if (program === undefined) return { missing: 'no Firefox was found' };
  const version = execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  if (Number(/\d+/.exec(version)?.[0]) < oldest) {
    return { missing: `${program} is ${version.trim()}, which is older than ${oldest}` };
  }
  return { program, executablePath: join(import.meta.dirname, 'firefox-relay.ts') };
}
