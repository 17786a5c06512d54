import { spawn } from 'node:child_process';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { actsWhenOpened, pageAt } from '@carecommons/contract/pages';
import { createServer as createVite } from 'vite';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/embedded-postgres.ts';
import { openLog } from '../apps/server/src/platform/log/log.ts';
import { siteOf } from '../apps/server/src/platform/web/web.ts';
import { shareOf } from '../apps/server/src/workers.ts';
import { fail, root } from './prepare.mjs';

// Three parts, of which an edit restarts one at most: the database stays; the API is started again when a source of the server or
// the contract changes; pages and modules come from Vite, which replaces a module in the open page. Whatever is no page and no
// module is passed on to the API. No Content-Security-Policy is sent: hot replacement runs scripts that it forbids.

process.env.HOST ??= '127.0.0.1';
process.env.PORT ??= '3000';
process.env.LOG_LEVEL ??= 'warn';
// Else Lingui looks for its settings where the command was started.
process.env.LINGUI_CONFIG ??= join(root, 'apps/web/lingui.config.ts');
const config = sentenceOnly(readConfig);
const log = openLog(config.logLevel);
const { dataDir, databaseUrl, host, port } = config;
let stopping = false;
const site = `http://${host}:${port}`;
const apiPort = port + 1;

const database = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : undefined;
let api = startApi();

function startApi() {
  return spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...(database && shareOf(database, config)),
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/carecommons'),
      HOST: host,
      PORT: String(apiPort),
      PUBLIC_URL: config.publicUrl ?? site,
      // A worker that keeps pages would show those of before an edit.
      OFFLINE_PAGES: 'off',
      RATE_LIMIT: process.env.RATE_LIMIT ?? 'off',
    },
  });
}

/** Ends the API, whether it runs or has failed. */
async function stopApi() {
  const ended = new Promise((resolve) =>
    api.exitCode === null && api.signalCode === null ? api.once('exit', resolve) : resolve(),
  );
  api.kill('SIGTERM');
  await ended;
}

const server = createHttpServer();
const vite = await createVite({
  root: join(root, 'apps/web'),
  appType: 'custom',
  logLevel: 'warn',
  server: { middlewareMode: true, hmr: { server } },
});

// Not by Node's --watch: in it, worker threads send their parent what they import, among the answers that it waits for.
const sources = ['apps/server/src', 'packages/contract/src', 'packages/safe-pdf/src'].map((folder) =>
  join(root, folder),
);
let saved;
let restarted = Promise.resolve();
vite.watcher.add(sources);
for (const event of ['change', 'unlink'])
  vite.watcher.on(event, (file) => {
    if (!sources.some((folder) => file.startsWith(folder)) || !file.endsWith('.ts') || file.endsWith('.test.ts'))
      return;
    clearTimeout(saved);
    // One after the other: what is saved while the API stops must not start a second one.
    saved = setTimeout(() => (restarted = restarted.then(() => restartApi(file))), 50);
  });

async function restartApi(file) {
  if (stopping) return;
  console.log(`${relative(root, file)} has changed: the API starts again.`);
  await stopApi();
  api = startApi();
}

server.on('request', async (request, answer) => {
  const [path] = request.url.split('?');
  const isPage = request.method === 'GET' && (path === '/' || !path.endsWith('/')) && pageAt(path) !== undefined;
  if (isPage) return await sendPage(request, answer);
  vite.middlewares(request, answer, () => passOn(request, answer));
});

// Live events: the connection is joined to one to the API, byte for byte. Vite takes its own.
server.on('upgrade', (request, socket, head) => {
  if (request.headers['sec-websocket-protocol'] === 'vite-hmr') return;
  const other = connect(apiPort, host, () => {
    const headers = request.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
    other.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    other.write(head);
    socket.pipe(other).pipe(socket);
  });
  for (const [one, another] of [
    [socket, other],
    [other, socket],
  ])
    one.on('error', () => another.destroy());
});

/** Renders a page as the server does, from the sources. */
async function sendPage(request, answer) {
  try {
    const { renderPage } = await vite.ssrLoadModule('/src/app/entry-server.tsx');
    const styles = await vite.transformRequest('/src/app/styles.css?direct');
    const entry = 'src/app/entry-client.tsx';
    const { headers, url } = request;
    const { status, html, fault } = await renderPage({
      address: url,
      cookies: headers.cookie ?? '',
      accepted: headers['accept-language'] ?? '',
      ask: (method, address) => ask(method, address, headers.cookie ?? ''),
      manifest: { [entry]: { file: entry } },
      stylesOf: () => styles?.code ?? '',
      // The styles once more, so that an edit of them is seen at once.
      start: `import '/src/app/styles.css'; import '/${entry}';`,
      site: siteOf(config),
      publicUrl: config.publicUrl ?? site,
      arrival: actsWhenOpened(url.split('?')[0]) ? 'own' : undefined,
    });
    if (fault instanceof Error) {
      vite.ssrFixStacktrace(fault);
      console.error(fault);
    }
    answer.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    answer.end(await vite.transformIndexHtml(url, html));
  } catch (error) {
    vite.ssrFixStacktrace(error);
    console.error(error);
    answer.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
    answer.end(error.stack);
  }
}

async function ask(method, address, cookie) {
  const answer = await sendOn({ method, path: address, headers: { accept: 'application/json', cookie } });
  const pieces = [];
  for await (const piece of answer) pieces.push(piece);
  return {
    status: answer.statusCode,
    link: answer.headers.link ?? null,
    body: JSON.parse(Buffer.concat(pieces).toString()),
  };
}

async function passOn(request, answer) {
  const { method, url: path, headers } = request;
  try {
    const reply = await sendOn({ method, path, headers }, request);
    answer.writeHead(reply.statusCode, reply.rawHeaders);
    reply.pipe(answer);
  } catch (error) {
    answer.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
    answer.end(`The API does not answer: ${error.message}`);
  }
}

/** Sends a request to the API, and waits for it while it restarts. */
async function sendOn(options, body) {
  for (let tries = 0; ; tries++) {
    try {
      return await new Promise((resolve, reject) => {
        const sent = httpRequest({ host, port: apiPort, ...options }, resolve);
        sent.on('error', reject);
        if (body === undefined) sent.end();
        else body.pipe(sent);
      });
    } catch (error) {
      // A body that has begun cannot be sent twice.
      if (error.code !== 'ECONNREFUSED' || tries >= 100 || body?.readableDidRead === true) throw error;
      await sleep(100);
    }
  }
}

/** A setting that is wrong is said in its sentence, without a stack. */
function sentenceOnly(work) {
  try {
    return work();
  } catch (error) {
    return fail(error.message);
  }
}

async function stop() {
  if (stopping) return;
  stopping = true;
  server.closeAllConnections();
  server.close();
  await vite.close();
  await stopApi();
  await database?.stop();
  process.exit();
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());

server.listen(port, host);
