import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../../apps/server/test/servers/free-port.ts';
import { onPath } from './on-path.ts';

/** WebKit's MiniBrowser, which is part of Debian's library. */
const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');

/** Why journeys cannot run in WebKit on this machine; undefined if they can. */
export function missingForWebKit(): string | undefined {
  if (onPath(['WebKitWebDriver']) === undefined || browser === undefined) return 'no WebKitWebDriver was found';
  return onPath(['Xvfb']) === undefined ? 'no Xvfb was found' : undefined;
}

/** Starts a virtual display and the WebKit driver; `open` returns a browser without any earlier state. */
export async function startWebKit() {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = (await once(screen.stdout, 'data')) as [Buffer];
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${display.toString().trim()}`,
      // The time zone of the product's people and a fixed date order; no D-Bus, which a machine without a desktop lacks.
      TZ: 'Asia/Kolkata',
      LC_ALL: 'C.UTF-8',
      NO_AT_BRIDGE: '1',
    },
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`${address}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await wait(100);
  }
  return {
    async open(): Promise<WebDriver> {
      const options = { binary: browser, args: ['--automation'] };
      return await new Builder()
        .usingServer(address)
        .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
        .build();
    },
    async stop() {
      await end(driver);
      await end(screen);
    },
  };
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
