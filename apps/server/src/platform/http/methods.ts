import type { FastifyInstance } from 'fastify';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Notes every route that is registered from now on; what comes back tells which methods an address takes. */
export function methodsByPath(app: FastifyInstance): (url: string) => string[] {
  const known: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    // A pattern for everything says nothing about one address.
    if (url.includes('*')) return;
    const pattern = new RegExp(`^${url.split(/:\w+/).map(escaped).join('[^/]+')}$`);
    known.push({ pattern, methods: [method].flat() });
  });
  return (url) => {
    const [path = ''] = url.split('?');
    return [...new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))];
  };
}
