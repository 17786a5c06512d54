import type { Endpoint } from '@carecommons/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { commonHeaders, entityTagOf, sendUnlessKnown, styledPolicy } from '../http/http.ts';
import { anonymousCalls, errorsOf, groupOf, openApiOf } from './openapi.ts';
import type { Route } from './route.ts';
import type { Services } from './services.ts';

/** Serves the API's description to programs at `/openapi.json`, and to people at `/docs`. */
export function registerDocuments(
  app: FastifyInstance,
  { config }: Pick<Services, 'config'>,
  routes: readonly Route[],
) {
  const endpoints = routes.map((route) => route.endpoint);
  // With whoever asks first: both together take some megabytes, and most days nobody does.
  let description: CachedDocument | undefined;
  let page: CachedDocument | undefined;
  const policy = styledPolicy(style);

  app.get('/openapi.json', async (request, reply) => {
    reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' });
    const { text, tag } = (description ??= withTag(JSON.stringify(openApiOf(endpoints, config.publicUrl), null, 1)));
    return await sendUnlessKnown(request, reply, text, tag);
  });
  app.get('/docs', async (request, reply) => {
    reply.headers({
      ...commonHeaders,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policy,
    });
    const { text, tag } = (page ??= withTag(pageOf(endpoints)));
    return await sendUnlessKnown(request, reply, text, tag);
  });
}

interface CachedDocument {
  text: string;
  tag: string;
}

const withTag = (text: string): CachedDocument => ({ text, tag: entityTagOf(text) });

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; background: light-dark(#f6f9f8, #0d1513); color: light-dark(#14231f, #e7f0ed) }
h2 { margin-top: 2rem }
details { margin: .5rem 0; padding: .5rem 1rem; border: 1px solid light-dark(#d3deda, #2c3d38); border-radius: 12px; background: light-dark(#fff, #14201d) }
summary { cursor: pointer; min-height: 2rem; overflow-wrap: anywhere }
code, pre { font: 14px/1.5 ui-monospace, monospace }
pre { overflow-x: auto; padding: .75rem; border-radius: 8px; background: light-dark(#edf3f1, #1b2a26) }
b { display: inline-block; min-width: 4.5rem; color: light-dark(#0b6b5d, #5ccfbb) }
a { color: light-dark(#0b6b5d, #5ccfbb) }
`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escape = (text: string) => text.replaceAll(/[&<>]/g, (character) => entities[character] ?? character);

/** The schema of JSON alone; of anything else, each under its media type. */
function schemasOf(content: Record<string, { schema: unknown }> | undefined) {
  return content?.['application/json']?.schema ?? content;
}

function pageOf(endpoints: readonly Endpoint[]) {
  const { paths } = openApiOf(endpoints);
  const section = (endpoint: Endpoint) => {
    const { method, path, access, summary } = endpoint;
    const described = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const parts: [string, unknown][] = [
      ['Parameters', described?.parameters.length === 0 ? undefined : described?.parameters],
      ['Body', schemasOf(described?.requestBody?.content)],
      ['Response', schemasOf(described?.responses[String(endpoint.status ?? 200)]?.content)],
    ];
    const who =
      access === 'anyone'
        ? 'Public.'
        : access === 'signed-in'
          ? 'Requires sign-in.'
          : `Requires the grant ${access.grant}.`;
    return `<details><summary><b>${method}</b> <code>${path}</code> ${escape(summary)}</summary>
<p>${who} Errors: ${errorsOf(endpoint)
      .map((code) => `<code>${code}</code>`)
      .join(', ')}.</p>
${parts
  .filter(([, value]) => value !== undefined)
  .map(([name, value]) => `<h3>${name}</h3><pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre>`)
  .join('\n')}
</details>`;
  };
  const groups = [...Map.groupBy(endpoints, groupOf)].map(
    ([name, of]) => `<h2>${name}</h2>\n${of.map(section).join('\n')}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of Carecommons</title><style>${style}</style></head>
<body><main><h1>The API of Carecommons</h1>
<p>One origin serves the API and the pages. Paths of the API end in a slash. Send and read JSON; send the access token as
<code>Authorization: Bearer …</code>. Lists are arrays of at most 50 rows, up to 200 with <code>?limit=</code>; a <code>Link</code>
header with <code>rel="next"</code> leads to the next page. Errors are <code>application/problem+json</code> (RFC 9457).
For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<details><summary>Public calls; all others require sign-in.</summary>
<ul>${anonymousCalls(endpoints)
    .map((call) => `<li><code>${call}</code></li>`)
    .join('\n')}</ul></details>
${groups.join('\n')}
</main></body></html>
`;
}
