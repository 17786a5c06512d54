import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../apps/server/test/servers/free-port.ts';

// The examples of deploy/ unchanged, except for addresses, certificates and paths.

const example = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

/** What replaces the names in the example. */
interface Here {
  /** A folder for the proxy's files. */
  folder: string;
  /** The servers behind it, as host:port. */
  servers: readonly [string, string];
  port: number;
}

/** A running proxy. */
export interface Proxy {
  name: string;
  address: string;
  /** The port for plain http. */
  plain: string;
  stop(): Promise<void>;
}

/** Replaces every part of an example that differs here; throws if one is missing. */
function replaced(text: string, parts: Record<string, string>) {
  for (const [part, here] of Object.entries(parts)) {
    if (!text.includes(part)) throw new Error(`The example does not say ${part}`);
    text = text.replaceAll(part, here);
  }
  return text;
}

/** A new certificate for this machine, with its key. */
export function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const asked = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=carecommons';
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', ...asked.split(' '), ...names, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  return readFileSync(certificate, 'utf8');
}

/** Writes deploy/nginx.conf for this machine, and returns the arguments of nginx. */
export function nginxHere(
  { folder, servers, port }: Here,
  plainPort: number,
  altered = (text: string) => text,
): string[] {
  const text = replaced(example('nginx.conf'), {
    'app1:3000': servers[0],
    'app2:3000': servers[1],
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen 443': `listen 127.0.0.1:${port}`,
    '/etc/nginx/tls': folder,
    '/run/nginx.pid': join(folder, 'nginx.pid'),
    'worker_processes auto;': 'worker_processes 1;',
    'worker_connections 16384;': 'worker_connections 512;',
  });
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, altered(text));
  return ['-p', folder, '-c', path];
}

/** Writes deploy/Caddyfile for this machine, without TLS, and returns the arguments and the environment of Caddy. */
export function caddyHere({ folder, servers, port }: Here, plainPort: number) {
  const text = replaced(example('Caddyfile'), {
    'app1:3000': servers[0],
    'app2:3000': servers[1],
    '\tauto_https disable_redirects': `\tadmin off\n\tauto_https off\n\thttp_port ${plainPort}`,
  });
  const path = join(folder, 'Caddyfile');
  writeFileSync(path, text);
  mkdirSync(join(folder, 'caddy'), { recursive: true });
  const home = join(folder, 'caddy');
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
    SITE: `http://127.0.0.1:${port}`,
  };
  return { args: ['--config', path, '--adapter', 'caddyfile'], env };
}

/** Writes deploy/haproxy.cfg for this machine, and returns the arguments of HAProxy. Certificate and key are in one file. */
export function haproxyHere({ folder, servers, port }: Here, plainPort: number): string[] {
  const pem = join(folder, 'site.pem');
  const parts = ['fullchain.pem', 'privkey.pem'].map((name) => readFileSync(join(folder, name), 'utf8'));
  writeFileSync(pem, parts.join(''));
  const text = replaced(example('haproxy.cfg'), {
    'app1:3000': servers[0],
    'app2:3000': servers[1],
    'bind :80\n': `bind 127.0.0.1:${plainPort}\n`,
    'bind :443': `bind 127.0.0.1:${port}`,
    '/etc/haproxy/tls/site.pem': pem,
    'maxconn 20000': 'maxconn 500',
  });
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, text);
  return ['-db', '-f', path];
}

/** HAProxy in front of two servers, with TLS, in a folder that has a certificate. */
export async function startHaproxy(folder: string, servers: Here['servers']): Promise<Proxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const child = spawn('haproxy', haproxyHere({ folder, servers, port }, plainPort), { stdio: 'ignore' });
  return await running(child, 'haproxy', `https://127.0.0.1:${port}`, plainPort);
}

/** nginx in front of two servers, with TLS, in a folder that has a certificate; `altered` changes the example further. */
export async function startNginx(
  folder: string,
  servers: Here['servers'],
  altered?: (text: string) => string,
): Promise<Proxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const child = spawn('nginx', [...nginxHere({ folder, servers, port }, plainPort, altered), '-g', 'daemon off;'], {
    stdio: 'ignore',
  });
  return await running(child, 'nginx', `https://127.0.0.1:${port}`, plainPort);
}

/** Caddy in front of two servers, without TLS. */
export async function startCaddy(folder: string, servers: Here['servers']): Promise<Proxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const { args, env } = caddyHere({ folder, servers, port }, plainPort);
  const child = spawn('caddy', ['run', ...args], { env, stdio: 'ignore' });
  return await running(child, 'caddy', `http://127.0.0.1:${port}`, plainPort);
}

/** The same with TLS, in a folder that has a certificate: Caddy would request one for the site's name. */
export async function startCaddyWithTls(folder: string, servers: Here['servers']): Promise<Proxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const { args, env } = caddyHere({ folder, servers, port }, plainPort);
  const path = join(folder, 'Caddyfile');
  const certificate = `{$SITE} {\n\ttls ${join(folder, 'fullchain.pem')} ${join(folder, 'privkey.pem')}`;
  writeFileSync(path, replaced(readFileSync(path, 'utf8'), { '{$SITE} {': certificate }));
  const address = `https://127.0.0.1:${port}`;
  const child = spawn('caddy', ['run', ...args], { env: { ...env, SITE: address }, stdio: 'ignore' });
  return await running(child, 'caddy', address, plainPort);
}

async function running(child: ChildProcess, name: string, address: string, plainPort: number): Promise<Proxy> {
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const { hostname, port } = new URL(address);
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) break;
    const socket = connect(Number(port), hostname);
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return { name, address, plain: `http://127.0.0.1:${plainPort}`, stop };
    await sleep(50);
  }
  await stop();
  throw new Error(`${name} did not start.`);
}
