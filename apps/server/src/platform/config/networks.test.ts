import { expect, test } from 'vitest';
import { isWithin, networkOf, networksOf } from './networks.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::5', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test('networks are addresses or ranges of either kind', () => {
  const networks = networksOf(['203.0.113.0/24', '198.51.100.7', '2001:db8:5::/48']);
  const within = (ip: string) => networks !== undefined && isWithin(networks, ip);
  expect(['203.0.113.200', '::ffff:203.0.113.1', '198.51.100.7', '2001:db8:5:1::9'].map(within)).toEqual(
    Array.from({ length: 4 }, () => true),
  );
  expect(['203.0.114.1', '198.51.100.8', '2001:db8:6::1', '', 'nothing'].map(within)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
});

test.each(['clinic', '203.0.113.0/33', '203.0.113.0/', '2001:db8::/129', '1.2.3.4/8/8', '300.1.1.1'])(
  '%s is no network',
  (text) => expect(networksOf([text])).toBeUndefined(),
);
