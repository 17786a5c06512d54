import { expect, test } from 'vitest';
import { openBrowser, openEmptyRoom } from './chat-browsers.ts';
import { withTwoServers } from './two-servers.ts';

// Proofs run rarely; this notices when the web code that they use changes.
test('the browsers of a proof talk to each other', { timeout: 240_000 }, async () => {
  await withTwoServers(async (servers, owner) => {
    const room = await openEmptyRoom(owner);
    const browsers = await Promise.all(servers.map((server, n) => openBrowser(server, room, n)));
    await Promise.all(browsers.map(({ write }) => write(2, () => 1)));
    await expect.poll(() => browsers.map(({ seen }) => seen()), { timeout: 10_000 }).toEqual([4, 4]);
    const [one, other] = browsers.map(({ ids }) => ids());
    expect(one).toEqual(other);
    for (const { close } of browsers) close();
  });
});
