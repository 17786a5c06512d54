import { BlockList, isIP } from 'node:net';

/**
 * The part of an address that one subscriber has: an IPv4 address whole, of an IPv6 address the first 64 bits, because
 * whoever has one of those has them all.
 */
export function networkOf(ip: string): string {
  return ipv4Of(ip) ?? groupsOf(ip).slice(0, 4).join(':');
}

/** The rough place of an address, for a record that is kept: 203.0.113.0/24 of IPv4, 2001:db8:1::/48 of IPv6. */
export function roughNetworkOf(ip: string): string {
  const ipv4 = ipv4Of(ip);
  if (ipv4 !== undefined) return ipv4.replace(/\.\d+$/, '.0/24');
  return `${groupsOf(ip).slice(0, 3).join(':')}::/48`;
}

function ipv4Of(ip: string) {
  return ip.includes(':') ? /^::ffff:([\d.]+)$/i.exec(ip)?.[1] : ip;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(ip: string) {
  const [head = '', tail] = ip.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}

/** Networks given as addresses or in CIDR notation; undefined where one is neither. */
export function networksOf(texts: readonly string[]): BlockList | undefined {
  const networks = new BlockList();
  for (const text of texts) {
    const [address = '', prefix, ...more] = text.split('/');
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
    if (version === 0 || length > bits || more.length > 0) return undefined;
    networks.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6');
  }
  return networks;
}

/** Whether an address is in one of some networks. */
export function isWithin(networks: BlockList, ip: string): boolean {
  const address = /^::ffff:([\d.]+)$/i.exec(ip)?.[1] ?? ip;
  const version = isIP(address);
  return version !== 0 && networks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
