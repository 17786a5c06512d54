import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closing } from '../tools/closing.ts';
import { makeCertificate, type Proxy, startCaddyWithTls, startHaproxy, startNginx } from '../tools/proxies.ts';
import type { Figure } from '../tools/figure.ts';
import { scan, scannerOf } from '../tools/scanners.ts';
import { withTwoServers } from '../tools/two-servers.ts';

const starts = [startNginx, startCaddyWithTls, startHaproxy] as const;
const withinMs = 10 * 60_000;
/** Everything except the simulation of old browsers and the list of single ciphers, which no finding depends on. */
const all = ['protocols', 'std', 'pfs', 'server-preference', 'server-defaults', 'headers', 'vulnerable'];

/** A finding of testssl.sh. */
interface Finding {
  id: string;
  severity: string;
  finding: string;
}

/** Findings of testssl.sh that are no weakness here, and why. */
const known: Record<string, string> = {
  cert_trust: 'the certificate of this proof names 127.0.0.1 alone, and is its own authority',
  cert_chain_of_trust: 'the certificate of this proof is its own authority',
  cert_expirationStatus: 'the certificate of this proof lives for two days',
  cert_notAfter: 'the certificate of this proof lives for two days',
  cert_crlDistributionPoints: 'a certificate that is its own authority is revoked by nobody',
  cert_ocspURL: 'a certificate that is its own authority is revoked by nobody',
  cert_revocation: 'a certificate that is its own authority is revoked by nobody',
  OCSP_stapling: 'a certificate that is its own authority names no responder',
  cipher_order:
    'every cipher of nginx.conf has forward secrecy and authenticates what it encrypts: a phone takes what it is fast at',
  TLS_session_ticket: 'Caddy makes a new key of tickets every twelve hours and keeps four, whatever it hints at',
  engine_problem: 'said of the scanner’s own machine, which has no GOST',
  BREACH:
    'pages are compressed and hold no secret: they are the same whoever asks (web.test.ts, “a page is the same whoever asks”)',
};

/** What testssl.sh finds in the TLS of the proxies of deploy/, with a throw-away certificate, in front of the real product. */
export async function testssl(): Promise<Figure> {
  const program = scannerOf('testssl', 'testssl.sh');
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-testssl-'));
  const running = new Set<Proxy>();
  const close = closing(async () => {
    for (const one of running) await one.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  makeCertificate(folder);
  const excused = new Set<string>();
  const left: Record<string, string[]> = {};
  async function look(proxy: Proxy, tests = all) {
    running.add(proxy);
    const findings = await findingsOf(program, proxy, folder, tests);
    running.delete(proxy);
    await proxy.stop();
    return findings;
  }
  try {
    return await withTwoServers(
      async (addresses) => {
        const servers = addresses.map((one) => new URL(one).host) as [string, string];
        for (const start of starts) {
          const proxy = await start(folder, servers);
          const findings = await look(proxy);
          const others = findings.filter(({ id }) => !Object.hasOwn(known, nameOf(id)));
          for (const { id } of findings) if (Object.hasOwn(known, nameOf(id))) excused.add(nameOf(id));
          left[proxy.name] = others.map(({ id, severity, finding }) => `${severity} ${id}: ${finding}`);
        }
        const weak = (text: string) =>
          text
            .replace('ssl_protocols TLSv1.2', 'ssl_protocols TLSv1 TLSv1.1 TLSv1.2')
            .replace('ECDHE+AESGCM:ECDHE+CHACHA20', 'ALL:@SECLEVEL=0');
        const planted = await look(await startNginx(folder, servers, weak), ['protocols']);
        const seesPlanted = planted.some(({ id, severity }) => id === 'TLS1' && severity !== 'OK');
        const count = Object.values(left).flat().length;
        return {
          figure: 'Findings of testssl.sh in nginx, Caddy and HAProxy as deploy/ has them',
          value: {
            proxies: starts.length,
            findings: count,
            ...(count === 0 ? {} : { left }),
            known: Object.fromEntries([...excused].map((id) => [id, known[id]])),
            finds_a_planted_one: seesPlanted,
          },
          target: '0 but those known, TLS 1.0 found where it is planted',
          ok: Object.keys(left).length === starts.length && count === 0 && seesPlanted,
        };
      },
      () => ({ TRUST_PROXY: '127.0.0.1' }),
    );
  } finally {
    await close();
  }
}

/** The name of a test, the same for all certificates and addresses. */
const nameOf = (id: string) => id.replace(/ .*$/, '');

async function findingsOf(program: string, { name, address }: Proxy, folder: string, tests: string[]) {
  const file = join(folder, `${name}-${tests.length}.json`);
  const args = ['--quiet', '--color', '0', '--warnings', 'off', '--nodns', 'none', '--jsonfile', file];
  const asked = [...args, ...tests.map((one) => `--${one}`), new URL(address).host];
  const { said } = await scan(program, asked, { within: withinMs, cwd: folder });
  const found = JSON.parse(readFileSync(file, 'utf8')) as Finding[];
  // The last line of the output; without it, some tests did not run.
  if (!found.some(({ id }) => id === 'scanTime')) throw new Error(`testssl.sh did not end well: ${said.slice(-500)}`);
  return found.filter(({ severity }) => !['OK', 'INFO', 'DEBUG'].includes(severity));
}
