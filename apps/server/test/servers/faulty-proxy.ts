import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What can go wrong with a store: it has too much to do; the connection is cut when half has gone over; the answer is lost
 * after all was done; it says it has something else; it says nothing.
 */
export const s3Faults = ['slow_down', 'cut', 'lost', 'etag', 'hang'] as const;
export type S3Fault = (typeof s3Faults)[number];

interface Plan {
  fault: S3Fault;
  /** Which of the requests from now on is the first to meet it. */
  from?: number;
  /** How many of them do. */
  times?: number;
  /** Which part of them does, by chance. */
  share?: number;
}

/** One request as it came, and what it met. */
interface Passed {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  fault: S3Fault | undefined;
}

export type FaultyProxy = Awaited<ReturnType<typeof openFaultyProxy>>;

/** A proxy in front of an S3 store that does wrong to some requests, as it is told. */
export async function openFaultyProxy(target: string) {
  let plan: Plan | undefined;
  let count = 0;
  let passed: Passed[] = [];
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const { fault, from = 1, times = 1, share = 1 } = plan ?? {};
    count += 1;
    const isMeant = count >= from && count < from + times && Math.random() < share;
    const met = isMeant ? fault : undefined;
    passed.push({ method, url, headers, fault: met });
    if (met === 'hang') return;
    if (met === 'slow_down') {
      slowDown(request, response);
      return;
    }
    const cut = met === 'cut' && method === 'PUT';
    const onward = http.request(`${target}${url}`, { method, headers, agent });
    onward.on('error', () => response.destroy());
    if (cut) cutHalfway(request, Number(headers['content-length']), onward, () => response.destroy());
    else request.pipe(onward);
    onward.on('response', (answer) => {
      if (met === 'lost') {
        answer.resume().once('end', () => response.destroy());
        return;
      }
      const given = { ...answer.headers };
      if (met === 'etag' && given.etag !== undefined) given.etag = `"${'0'.repeat(32)}"`;
      response.writeHead(answer.statusCode ?? 502, given);
      if (met === 'cut') cutHalfway(answer, Number(given['content-length'] ?? 0), response, () => response.destroy());
      else answer.pipe(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From the next request on. Without a plan all is well. */
    plan(next?: Plan) {
      plan = next;
      count = 0;
      passed = [];
    },
    /** What came since the last plan. */
    passed: () => passed,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function slowDown(request: http.IncomingMessage, response: http.ServerResponse) {
  request.resume();
  response.writeHead(503, { 'content-type': 'application/xml' });
  response.end('<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your rate.</Message></Error>');
}

/** Passes on the first half of what comes, then breaks off both sides. */
function cutHalfway(
  from: http.IncomingMessage,
  bytes: number,
  to: NodeJS.WritableStream & { destroy(): void },
  end: () => void,
) {
  let left = Math.floor(bytes / 2);
  const breakOff = () => {
    from.pause();
    to.destroy();
    end();
  };
  if (left === 0) return breakOff();
  from.on('data', (piece: Buffer) => {
    if (left <= 0) return;
    const part = piece.subarray(0, left);
    left -= part.length;
    to.write(part, () => {
      if (left === 0) breakOff();
    });
  });
}
