import Fastify from 'fastify';
import { routes } from '../../apps/server/src/app.ts';
import { registerRoutes, type Route, type Services } from '../../apps/server/src/platform/routing/routing.ts';
import type { Figure } from '../tools/figure.ts';

/** S2: whether a server starts with a route that declares no access; tried with every route of the product. */
export async function authzDefaultDeny(): Promise<Figure> {
  let started = 0;
  for (const route of routes) {
    const { access: _, ...endpoint } = route.endpoint;
    const bare = { ...route, endpoint } as unknown as Route;
    try {
      registerRoutes(Fastify(), {} as Services, [bare]);
      started += 1;
    } catch (error) {
      if (!/declares no access/.test(String(error))) throw error;
    }
  }
  return {
    figure: 'S2 routes without declared access that a server starts with',
    value: { tried: routes.length, started },
    target: '0',
    ok: started === 0,
  };
}
