import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// The browser's part: stores, a network and a session, as this module sees them.

const tokenOf = (person: string) => `head.${btoa(JSON.stringify({ sub: person }))}.mark`;
const keyOf = (person: string) => Buffer.alloc(32, Number(person)).toString('base64url');

class Store {
  items = new Map<string, string>();
  getItem = (name: string) => this.items.get(name) ?? null;
  setItem = (name: string, value: string) => this.items.set(name, value);
  removeItem = (name: string) => this.items.delete(name);
  clear = () => this.items.clear();
}

let asked: string[];
let reachable: boolean;
let local: Store;
let session: Store;
let page: EventTarget;

beforeEach(() => {
  asked = [];
  reachable = true;
  session = new Store();
  vi.stubGlobal('sessionStorage', session);
  vi.stubGlobal('localStorage', (local = new Store()));
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: { authorization: string } }) => {
    const { sub } = JSON.parse(atob(headers.authorization.split('.')[1] as string)) as { sub: string };
    asked.push(sub);
    if (!reachable) throw new TypeError('no network');
    return Response.json({ key: keyOf(sub) });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A page that is opened anew: all that the last one held in memory is gone. */
async function openPage() {
  vi.resetModules();
  vi.stubGlobal('window', (page = new EventTarget()));
  return await import('./draft-key.ts');
}
function signIn(person: string | undefined) {
  local.clear();
  if (person !== undefined) for (const token of ['access', 'refresh']) local.setItem(token, tokenOf(person));
  // As another tab's change is told.
  page?.dispatchEvent(new Event('storage'));
}

test('the key is fetched once by a page and lies in no store', async () => {
  const { sealerOf } = await openPage();
  signIn('7');
  const all = await Promise.all([sealerOf('7'), sealerOf('7')]);
  expect(all[0]).toBeDefined();
  expect(all[1]).toBe(all[0]);
  expect(await sealerOf('7')).toBe(all[0]);
  expect(asked).toEqual(['7']);
  expect(JSON.stringify([...local.items, ...session.items])).not.toContain(keyOf('7'));
});

test('it is forgotten when the session ends, and fetched again when its person is back', async () => {
  const { sealerOf, onDraftKey } = await openPage();
  signIn('7');
  await sealerOf('7');
  signIn(undefined);
  expect(await sealerOf('7')).toBeUndefined();
  expect(asked).toEqual(['7']);
  const changed = new Promise<void>((resolve) => onDraftKey(resolve));
  signIn('7');
  await changed;
  expect(await sealerOf('7')).toBeDefined();
  expect(asked).toEqual(['7', '7']);
});

test('nobody gets the key of somebody else', async () => {
  const { sealerOf } = await openPage();
  signIn('7');
  expect(await sealerOf('8')).toBeUndefined();
  const mine = await sealerOf('7');
  signIn('8');
  expect(await sealerOf('7')).toBeUndefined();
  const theirs = await sealerOf('8');
  expect(await theirs?.addressOf('x')).not.toBe(await mine?.addressOf('x'));
});

test('a key that comes after its person has gone is not kept', async () => {
  const { sealerOf } = await openPage();
  signIn('7');
  const coming = sealerOf('7');
  signIn('8');
  expect(await coming).toBeUndefined();
});

test('where it cannot be had it is asked for again with the network', async () => {
  const { sealerOf, onDraftKey } = await openPage();
  signIn('7');
  reachable = false;
  expect(await sealerOf('7')).toBeUndefined();
  const changed = new Promise<void>((resolve) => onDraftKey(resolve));
  reachable = true;
  page.dispatchEvent(new Event('online'));
  await changed;
  expect(await sealerOf('7')).toBeDefined();
});

test('a page without a network hands it to the next one, which takes it out of the store', async () => {
  const first = await openPage();
  signIn('7');
  await first.sealerOf('7');
  page.dispatchEvent(new Event('pagehide'));
  expect(session.items.size).toBe(0);
  page.dispatchEvent(new Event('offline'));
  page.dispatchEvent(new Event('pagehide'));
  expect(session.items.size).toBe(1);

  reachable = false;
  const second = await openPage();
  expect(await second.sealerOf('7')).toBeDefined();
  expect(session.items.size).toBe(0);
  // Somebody else has no use for it.
  page.dispatchEvent(new Event('pagehide'));
  const third = await openPage();
  signIn('8');
  expect(await third.sealerOf('8')).toBeUndefined();
  expect([session.items.size, asked]).toEqual([0, ['7', '8']]);
});
