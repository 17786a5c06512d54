import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors/errors.ts';

/** Of the settings, what says for whom this installation is. */
interface Installation {
  mode: 'demo' | 'production';
  publicUrl: string | undefined;
}

const addresses = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/;
const hosts = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/** Whether a host name or address, without brackets, can only be this machine. */
export const isLoopback = (host: string) => host.toLowerCase() === 'localhost' || addresses.test(host);

/** Whether the site is shown to other machines: by an address of its own that is not this machine's. */
export const isPublic = ({ publicUrl }: Pick<Installation, 'publicUrl'>) =>
  publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname.replaceAll(/[[\]]/g, ''));

/** A demo for whoever started it, which may show what opens accounts. One with a public address is for everybody, and shows none of that. */
export const isLocalDemo = (config: Installation) => config.mode === 'demo' && !isPublic(config);

/**
 * Whether a request was made by this machine's own name, over a connection from this machine, and not on behalf of somebody
 * else as far as a proxy says so. A proxy that says nothing looks the same: whatever depends on this needs another guard too.
 */
export function isFromThisMachine({ raw, headers, host }: FastifyRequest) {
  const proxied = Object.keys(headers).some((name) => /^(forwarded|via|x-real-ip|x-forwarded.*)$/.test(name));
  return addresses.test(raw.socket.remoteAddress ?? '') && !proxied && hosts.test(host);
}

/** Has a demo that belongs to one machine answer by that machine's names alone: no other site's name can be made to lead into it. */
export function refuseOtherHosts(app: FastifyInstance, config: Installation) {
  if (!isLocalDemo(config)) return;
  app.addHook('onRequest', async ({ url, headers, host }) => {
    // A balancer's health check names no host, or this machine's address. The answer says nothing that is anybody's.
    if (url.startsWith('/healthz/')) return;
    if (hosts.test(headers.host ?? '') && hosts.test(host)) return;
    throw new Problem('not_allowed', {
      message: 'This demo can only be used on its own computer. To show it to others, set PUBLIC_URL.',
    });
  });
}
