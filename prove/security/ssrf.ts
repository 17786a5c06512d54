import { setTimeout as sleep } from 'node:timers/promises';
import { withHostileFields } from '../tools/hostile-fields.ts';
import { progressOf } from '../tools/progress.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { openTrap } from '../tools/trap.ts';

const formsQuick = 12;

/** Ways to write an address of this machine, or one that leads the server to it. */
const formsOf = (port: number) => {
  const hosts = [
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'trap.localhost',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
    '127.127.127.127',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '127.0.0.1.nip.io',
    'user@127.0.0.1',
    'example.org@127.0.0.1',
    '127.0.0.1%00.example.org',
    '127.0.0.1%2523@example.org',
  ];
  const address = `127.0.0.1:${port}`;
  return [
    ...hosts.map((host) => `http://${host}:${port}/form`),
    `https://${address}/`,
    `//${address}/`,
    `ftp://${address}/`,
    `gopher://${address}/_GET`,
    `dict://${address}/info`,
    `ws://${address}/`,
    `http:${address}`,
    `http:\\\\${address}\\`,
    `![a](http://${address}/picture.png)`,
    `<img src="http://${address}/picture.png">`,
    `<link rel="stylesheet" href="http://${address}/style.css">`,
    `http://169.254.169.254/latest/meta-data/?to=http://${address}/`,
    `<!DOCTYPE a [<!ENTITY b SYSTEM "http://${address}/entity">]><a>&b;</a>`,
    `a@[127.0.0.1]:${port}`,
  ];
};

/** S17: URLs in fields and headers that make the server connect to them. The server fetches nothing on behalf of anybody. */
export async function ssrf(size: Size): Promise<Figure> {
  const trap = await openTrap();
  const forms = formsOf(trap.port);
  return await withHostileFields(async ({ places, put }) => {
    const each = sized(size, 2, formsQuick, forms.length);
    const progress = progressOf('ssrf', places.length * each);
    let tried = 0;
    for (const [at, place] of places.entries()) {
      // In the quick size each field gets some of the forms, and each form is tried in many fields.
      for (const form of Array.from({ length: each }, (_, n) => forms[(at * each + n) % forms.length] as string)) {
        await (await put(place, form)).arrayBuffer();
        tried += 1;
        progress.step();
      }
    }
    const address = `http://127.0.0.1:${trap.port}/`;
    const headers = ['referer', 'origin', 'x-forwarded-host', 'x-original-url', 'forwarded', 'x-callback-url', 'from'];
    const [place] = places;
    for (const name of place === undefined ? [] : headers) {
      await (await put(place as (typeof places)[number], 'a', { [name]: address })).arrayBuffer();
      tried += 1;
    }
    // Background work is done by then.
    await sleep(3000);
    const came = trap.came();
    const sees = await trap.sees();
    return {
      figure: 'S17 connections to a trap whose address was written in every field, in many forms',
      value: { forms: forms.length, fields: places.length, tried, connections: came, trap_works: sees },
      target: `>= 40 forms, 0${size.full ? '' : '; each in every field with --full'}`,
      ok: forms.length >= 40 && came === 0 && sees && places.length > 0,
    };
  }).finally(trap.close);
}
