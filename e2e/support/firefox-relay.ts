#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';
import { firefoxToLaunch } from './firefox.ts';

// The system's Firefox as Playwright launches it, with a relay between them for what they do not support together yet.
// Everything else passes through unchanged.

// Playwright sets the light colour scheme of each window with a command that Firefox 153 does not know. Without a display, light
// is the default, so the relay answers for Firefox.
const unknown = 'emulation.setMediaFeaturesOverride';
// Playwright fills fields in a way that React does not notice. Typing is noticed.
const [written, typed] = ['window.__pw_bidiInsertText(', "document.execCommand('insertText', false, "] as const;
// Only one of several windows is in front. In the others, too, typing must reach the focused element.
const [inFront, anywhere] = ['node.ownerDocument.hasFocus()', 'true'] as const;

const { program = '' } = firefoxToLaunch();
const firefox = spawn(program, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal));

for await (const line of createInterface({ input: firefox.stderr })) {
  const address = /(?<=^WebDriver BiDi listening on )ws:\S+/.exec(line)?.[0];
  console.error(address === undefined ? line : line.replace(address, await relayTo(address)));
}

/** Listens for Playwright, and returns the address. */
async function relayTo(address: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (playwright, { url }) => {
    const browser = new WebSocket(address + url, { perMessageDeflate: false });
    playwright.pause();
    browser.on('open', () => playwright.resume());
    playwright.on('message', (data: Buffer) => {
      const message = data.toString().replace(written, typed).replace(inFront, anywhere);
      const id = askedForLight(message);
      if (id === undefined) browser.send(message);
      else playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
    });
    browser.on('message', (data: Buffer) => playwright.send(data.toString()));
    playwright.on('close', () => browser.close());
    browser.on('close', () => playwright.close());
  });
  await once(server, 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The id of a command that the relay answers. */
function askedForLight(message: string): number | undefined {
  if (!message.includes(unknown)) return undefined;
  const { id, method, params } = JSON.parse(message) as {
    id: number;
    method: string;
    params: { features?: { 'prefers-color-scheme'?: string | null } };
  };
  return method === unknown && params.features?.['prefers-color-scheme'] !== 'dark' ? id : undefined;
}
