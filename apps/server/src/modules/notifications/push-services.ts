import type { Config } from '../../platform/config/config.ts';

// The push services of the browser vendors: Chrome and others, Firefox, Safari, Edge.
const hosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  /^[\w-]+\.notify\.windows\.com$/,
];

/**
 * Whether an address belongs to a push service: a known one over https, or one that the operator configured. The server sends
 * to no other address.
 */
export function isPushService(address: string, { pushServices }: Pick<Config, 'pushServices'>): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname, port, username, password, hash } = new URL(address);
  if (username !== '' || password !== '' || hash !== '') return false;
  if (pushServices.includes(origin)) return true;
  const known = hosts.some((host) => (typeof host === 'string' ? host === hostname : host.test(hostname)));
  return protocol === 'https:' && port === '' && known;
}
