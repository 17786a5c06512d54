import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { openLiveClient } from '../../apps/server/test/servers/live-client.ts';
import { pdfOfSize, reportForm } from '../../apps/server/test/fixtures/report-files.ts';
import { closing } from '../tools/closing.ts';
import { makeCertificate, type Proxy, startCaddy, startNginx } from '../tools/proxies.ts';
import { pastVisit, upload } from '../tools/reporting.ts';
import type { Figure } from '../tools/figure.ts';
import { withTwoServers } from '../tools/two-servers.ts';

// 20 an hour, times this.
const rateLimit = '0.2';
const registrationsAnHour = 4;
const reportBytes = 20_000_000;

/** Whether everything works behind the proxies of deploy/, and whether each client is counted separately. */
export async function proxy(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-proxy-'));
  const proxies: Proxy[] = [];
  const close = closing(async () => {
    for (const one of proxies) await one.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  setDefaultCACertificates([...getCACertificates(), makeCertificate(folder)]);
  const wrong: string[] = [];
  let checks = 0;
  const check = (what: string, right: boolean) => {
    checks += 1;
    if (!right) wrong.push(what);
  };
  try {
    // Reports and their people first: the limits for clients count these as well.
    await withTwoServers(
      async (addresses, owner, kill) => {
        const servers = addresses.map((one) => new URL(one).host) as [string, string];
        proxies.push(await startNginx(folder, servers), await startCaddy(folder, servers));
        for (const { name, address } of proxies) {
          const page = await fetch(`${address}/providers`);
          check(`${name}: a page`, page.status === 200 && (await page.text()).includes('</html>'));
          check(`${name}: the API`, (await fetch(`${address}/healthz/ready/`)).status === 200);

          const visit = await pastVisit(addresses[0], owner);
          const live = await openLiveClient(address, visit.patient.access);
          live.say({ type: 'ping' });
          check(`${name}: a socket`, (await live.hear('pong')).type === 'pong');

          const report = pdfOfSize(reportBytes);
          const { status, body } = await upload(address, visit, reportForm(report));
          check(`${name}: an upload of 20 MB`, status === 201);
          const download = await fetch(`${address}${body.report}`);
          const bytes = Buffer.from(await download.arrayBuffer());
          check(`${name}: its download`, hashOf(bytes) === hashOf(report));
          live.close();

          // Caddy checks their health, nginx notices failures: both continue with the other server.
          const killed = kill(0);
          const meanwhile: Promise<number>[] = [];
          for (let n = 0; n < 20; n++) meanwhile.push(statusOf(`${address}/healthz/ready/`));
          check(
            `${name}: with one server gone`,
            (await Promise.all(meanwhile)).every((code) => code === 200),
          );
          await killed;
        }
        for (const one of proxies.splice(0)) await one.stop();
      },
      () => ({ TRUST_PROXY: '127.0.0.1' }),
    );
    await withTwoServers(
      async (addresses) => {
        const servers = addresses.map((one) => new URL(one).host) as [string, string];
        proxies.push(await startNginx(folder, servers), await startCaddy(folder, servers));
        for (const [at, { name, address }] of proxies.entries()) {
          const [client, another] = [`127.0.5.${at}`, `127.0.6.${at}`];
          let taken = 0;
          for (let n = 0; n < registrationsAnHour + 2; n++) {
            const status = await register(address, client, `198.51.100.${n}`);
            if (status === 201) taken += 1;
          }
          check(`${name}: ${taken} registrations of one client that names others`, taken === registrationsAnHour);
          check(`${name}: another client`, (await register(address, another)) === 201);
        }
        let taken = 0;
        for (let n = 0; n < registrationsAnHour + 2; n++) {
          if ((await register(addresses[0], '127.0.7.1', `203.0.113.${n}`)) === 201) taken += 1;
        }
        check(`past the proxy: ${taken} registrations`, taken === registrationsAnHour);
      },
      () => ({ TRUST_PROXY: '127.0.0.1', RATE_LIMIT: rateLimit }),
    );
  } finally {
    await close();
  }
  return {
    figure:
      'Behind nginx and Caddy as deploy/ has them: pages, API, sockets, 20 MB up and down, a server gone, who is counted',
    value: { checks, wrong },
    target: '17, 0 wrong',
    ok: checks === 17 && wrong.length === 0,
  };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const statusOf = async (url: string) => (await fetch(url)).status;

let registered = 0;

/** The status of a registration from an address of this machine; `forged` is the address that the client claims. */
function register(address: string, localAddress: string, forged?: string): Promise<number> {
  const body = JSON.stringify({
    username: `proxied.${(registered += 1)}`,
    email: 'proof@example.org',
    password: 'seven grey herons',
  });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(forged === undefined ? {} : { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged }),
  };
  const send = address.startsWith('https') ? encrypted : plain;
  return new Promise((resolve, reject) => {
    const request = send(`${address}/register/user/`, { method: 'POST', localAddress, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    request.on('error', reject).end(body);
  });
}
