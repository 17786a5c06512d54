import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it travels (OTLP as JSON). */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

interface Export {
  resourceSpans: {
    resource: { attributes: ReceivedSpan['attributes'] };
    scopeSpans: { spans: ReceivedSpan[] }[];
  }[];
}

/** A collector that takes traces by OTLP over HTTP and keeps what arrives. */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = [];
  const resources: ReceivedSpan['attributes'][] = [];
  let said = '';
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
    const known = request.method === 'POST' && request.url === '/v1/traces';
    if (!known || request.headers['content-type'] !== 'application/json') return response.writeHead(400).end();
    said += text;
    for (const { resource, scopeSpans } of (JSON.parse(text) as Export).resourceSpans) {
      resources.push(resource.attributes);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    /** All that arrived, as it arrived. */
    said: () => said,
    close: () => server.close(),
  };
}
