import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { isLoopback, isPublic } from '../../platform/config/config.ts';
import { productVersion, serverOf } from '../../platform/process/process.ts';
import { type Check, type Context, fault, notUsed, ok, reasonOf, warning } from './findings.ts';

const limitMs = 8000;
const dayMs = 86_400_000;
const renewDays = 14;
const fewestFiles = 4096;
const oldestNode = 22;

/** What runs here. */
export const checkVersions: Check = async () => {
  const node = process.versions.node;
  const said = `Carecommons ${productVersion} on Node ${node}, ${process.platform} ${process.arch}`;
  return Number(node.split('.')[0]) >= oldestNode
    ? ok(`${said}.`)
    : fault(`${said}: that Node is too old.`, 'Start by npm run, which brings the right Node along.');
};

async function readiness(address: string): Promise<string> {
  const answer = await fetch(`${address}/healthz/ready/`, { signal: AbortSignal.timeout(limitMs), redirect: 'manual' });
  const { status } = (await answer.json().catch(() => ({}))) as { status?: unknown };
  return answer.status === 200 && status === 'ok' ? 'ok' : `it answers ${answer.status}`;
}

const own = ({ config: { host, port } }: Context) =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;

/** The server answers on its own port, and at the address that people use. */
export const checkSite: Check = async (context) => {
  const { publicUrl } = context.config;
  const ask = async (address: string) => await readiness(address).catch((error: unknown) => reasonOf(error));
  const local = own(context);
  const here = await ask(local);
  const found = [
    here === 'ok'
      ? ok(`The server answers at ${local}.`)
      : fault(
          `The server does not answer at ${local} (${here}).`,
          'Start it: systemctl start carecommons, or npm start. Its log says what keeps it from starting.',
        ),
  ];
  if (publicUrl === undefined) return found;
  const there = await ask(publicUrl);
  found.push(
    there === 'ok'
      ? ok(`The site answers at ${publicUrl}.`)
      : fault(
          `The site does not answer at ${publicUrl} (${there}).`,
          'Check the name in the DNS, the proxy before the server, and the firewall. Examples of proxies are in deploy/.',
        ),
  );
  return found;
};

/** The certificate of the site is good, and for some time yet. */
export const checkCertificate: Check = async ({ config: { publicUrl, mode }, clock }) => {
  if (publicUrl === undefined || !publicUrl.startsWith('https:')) {
    const message = 'The address of the site is not https: there is no certificate.';
    return mode === 'production' && isPublic({ publicUrl })
      ? fault(message, 'Put a proxy with TLS before the server, such as deploy/Caddyfile, and set PUBLIC_URL to https.')
      : notUsed(message);
  }
  const { hostname, port } = new URL(publicUrl);
  const advice = 'Renew the certificate; Caddy does so by itself. Check that its names have the one of PUBLIC_URL.';
  try {
    const ends = await certificateEnd(hostname, Number(port || 443));
    const days = Math.floor((ends.getTime() - clock.now().getTime()) / dayMs);
    const said = `The certificate of ${hostname} ends in ${days} days`;
    return days < renewDays ? warning(`${said}.`, advice) : ok(`${said}.`);
  } catch (error) {
    return fault(`The certificate of ${hostname} is not good (${reasonOf(error)}).`, advice);
  }
};

async function certificateEnd(host: string, port: number): Promise<Date> {
  const { promise, resolve, reject } = Promise.withResolvers<Date>();
  const socket = connect({ host, port, servername: host, timeout: limitMs }, () =>
    resolve(new Date(socket.getPeerCertificate().valid_to)),
  );
  socket.once('error', reject);
  socket.once('timeout', () => reject(Object.assign(new Error('it does not answer'), { code: 'ETIMEDOUT' })));
  return await promise.finally(() => socket.destroy());
}

/** Nobody comes past the proxy, and the server knows who comes through it. */
export const checkNetwork: Check = async (context) => {
  const { host, port, publicUrl, trustProxy, mode } = context.config;
  if (mode === 'demo' && !isPublic({ publicUrl })) return notUsed('A demo answers this machine alone.');
  const behindProxy = publicUrl?.startsWith('https:') === true;
  const found = [];
  if (behindProxy && !isLoopback(host))
    found.push(
      warning(
        `Port ${port} listens on ${host}, beside the proxy: who reaches it there is not encrypted.`,
        'Set HOST=127.0.0.1 where the proxy is on this machine; else let a firewall admit the proxy alone.',
      ),
    );
  if (behindProxy && trustProxy.length === 0)
    found.push(
      warning(
        'TRUST_PROXY is not set: all people look as if they came from the proxy, and share one limit.',
        'Set TRUST_PROXY to the address of the proxy, such as 127.0.0.1.',
      ),
    );
  return found.length > 0 ? found : ok(`Port ${port} listens on ${host}.`);
};

/** The server may open as many files and connections as it will need. */
export const checkOpenFiles: Check = async ({ config }) => {
  const limit = softLimit(serverOf(config.dataDir) ?? process.pid);
  if (limit === undefined) return notUsed('This system does not tell how many files a process may open.');
  const said = `${limit} files and connections may be open at once`;
  return limit < fewestFiles
    ? warning(`Only ${said}.`, 'Set LimitNOFILE=65536 in the unit of systemd, or ulimit -n 65536 before the start.')
    : ok(`${said}.`);
};

function softLimit(pid: number): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')) ?? [];
    return soft === undefined ? undefined : soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return undefined;
  }
}
