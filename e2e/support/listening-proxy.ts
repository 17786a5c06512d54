import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as ask } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

// WebDriver neither reports what a page writes to its console, nor can it inject anything before the page's own scripts. So this
// proxy injects a script into pages, which reports to the proxy.

const told = '/told-by-the-page';

/** Reports errors, console errors and CSP violations, except those caused by leaving a page. Runs in the page, as text. */
const listener = `(() => {
  let left = false;
  addEventListener('beforeunload', () => (left = true));
  addEventListener('pageshow', () => (left = false));
  const tell = (what) => left || navigator.sendBeacon('${told}', what);
  addEventListener('error', ({ error, message }) => tell('page: ' + message + ' ' + (error?.stack ?? '')));
  addEventListener('unhandledrejection', ({ reason }) => tell('page: ' + reason));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    tell('policy: ' + violatedDirective + ' ' + blockedURI + ' ' + sample));
  const write = console.error;
  console.error = (...words) => {
    tell('console: ' + words.join(' '));
    write(...words);
  };
})();`;
const hash = `'sha256-${createHash('sha256').update(listener).digest('base64')}'`;

/**
 * Starts a proxy in front of a product, on a free port of this machine, and adds the faults of the pages that pass through to
 * `faults`.
 */
export async function startListeningProxy(product: string) {
  const { port } = new URL(product);
  const faults: string[] = [];

  const server = createServer((request, response) => {
    if (request.url === told) {
      void text(request).then((what) => faults.push(what));
      return response.writeHead(204).end();
    }
    const { method, url, headers } = request;
    // A page must be uncompressed to inject anything.
    const readable = headers.accept?.includes('text/html') ? { 'accept-encoding': 'identity' } : {};
    const onward = ask({ port, method, path: url, headers: { ...headers, ...readable } }, (answer) => {
      if (answer.headers['content-type']?.startsWith('text/html')) return void giveListener(answer);
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      return answer.pipe(response);
    });
    const giveListener = async (answer: IncomingMessage) => {
      const page = await text(answer);
      const { 'content-length': _, 'content-security-policy': policy = '', ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, {
        ...rest,
        'content-security-policy': String(policy).replace('script-src ', `script-src ${hash} `),
      });
      response.end(page.replace('<head>', `<head><script>${listener}</script>`));
    };
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    return request.pipe(onward);
  });
  server.on('upgrade', (request, socket, head) => {
    const upstream = connect(Number(port));
    const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}`);
    upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
