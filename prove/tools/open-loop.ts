import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

// An open load: a fixed rate of requests, however slow the answers, from a separate process. Each is timed from its scheduled
// start, so that waiting for a connection counts.

/**
 * One kind of request; `{uuid}` in path or body is a new one each time; it is sent `{weight}` times as often as one with
 * weight 1.
 */
export interface Kind {
  name: string;
  weight: number;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  token?: string | undefined;
  body?: string;
  type?: string;
}

export interface Plan {
  server: string;
  kinds: Kind[];
  rate: number;
  seconds: number;
  /** The maximum number of connections; further requests wait for one. */
  connections: number;
}

/** Count and durations in milliseconds of one kind of answer. */
interface Times {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

export interface Outcome {
  sent: number;
  /** Connections that broke, or gave no answer within ten seconds. */
  broken: number;
  /** The number of answers of each status. */
  statuses: Record<string, number>;
  good: Times;
  /** Answers with 503. */
  shed: Times;
  /** The delay of the clients themselves, mostly for lack of a processor; it is included in all durations. */
  late: Times;
  /** Successful answers in each second. */
  goodOfSecond: number[];
}

/** Runs a plan in another process. */
export async function openLoop(plan: Plan): Promise<Outcome> {
  const child = fork(new URL(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(plan);
  const [outcome] = (await once(child, 'message')) as [Outcome];
  child.disconnect();
  return outcome;
}

const answerMs = 10_000;
const tickMs = 2;

interface Due {
  at: number;
  bytes: Buffer;
}

interface Line {
  socket: Socket;
  due: Due | undefined;
  heard: Buffer;
}

async function carryOut({ server, kinds, rate, seconds, connections }: Plan): Promise<Outcome> {
  const { host, hostname, port } = new URL(server);
  const wheel = kinds.flatMap((kind) => Array<() => Buffer>(kind.weight).fill(bytesOf(kind, host)));
  const queue: Due[] = [];
  const free: Line[] = [];
  const lines = new Set<Line>();
  const statuses: Record<string, number> = {};
  const [good, shed, late]: [number[], number[], number[]] = [[], [], []];
  const goodOfSecond: number[] = Array.from({ length: seconds }, () => 0);
  let [sent, done, broken] = [0, 0, 0];
  const began = performance.now();

  function open() {
    const line: Line = {
      socket: connect({ host: hostname, port: Number(port), noDelay: true }),
      due: undefined,
      heard: Buffer.alloc(0),
    };
    lines.add(line);
    const lose = () => {
      if (!lines.delete(line)) return;
      line.socket.destroy();
      if (line.due !== undefined) {
        broken += 1;
        done += 1;
      }
      const place = free.indexOf(line);
      if (place >= 0) free.splice(place, 1);
      serve();
    };
    line.socket.on('error', lose).on('close', lose).on('end', lose);
    line.socket.setTimeout(answerMs, lose);
    line.socket.on('data', (chunk) => hear(line, chunk, lose));
    return line;
  }

  function hear(line: Line, chunk: Buffer, lose: () => void) {
    line.heard = line.heard.length === 0 ? chunk : Buffer.concat([line.heard, chunk]);
    const answer = wholeAnswer(line.heard);
    if (answer === undefined || line.due === undefined) return;
    const now = performance.now();
    const { at } = line.due;
    done += 1;
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (answer.status < 400) {
      good.push(now - at);
      const second = Math.floor((now - began) / 1000);
      if (second < seconds) goodOfSecond[second] = (goodOfSecond[second] ?? 0) + 1;
    } else if (answer.status === 503) shed.push(now - at);
    line.due = undefined;
    line.heard = Buffer.alloc(0);
    if (answer.closes) lose();
    else free.push(line);
    serve();
  }

  function serve() {
    while (queue.length > 0) {
      const line = free.pop() ?? (lines.size < connections ? open() : undefined);
      if (line === undefined) return;
      line.due = queue.shift() as Due;
      line.socket.write(line.due.bytes);
    }
  }

  await new Promise<void>((resolve) => {
    const total = Math.round(rate * seconds);
    const ticking = setInterval(() => {
      const now = performance.now();
      for (; sent < total && began + (sent / rate) * 1000 <= now; sent++) {
        const bytes = wheel[Math.floor(Math.random() * wheel.length)] as () => Buffer;
        const at = began + (sent / rate) * 1000;
        late.push(now - at);
        queue.push({ at, bytes: bytes() });
      }
      serve();
      if (sent < total || (done < total && now - began < seconds * 1000 + answerMs)) return;
      clearInterval(ticking);
      resolve();
    }, tickMs);
  });
  broken += sent - done;
  for (const { socket } of lines) socket.destroy();
  return { sent, broken, statuses, good: timesOf(good), shed: timesOf(shed), late: timesOf(late), goodOfSecond };
}

/** The bytes of a request; the same each time if there is nothing to fill in. */
function bytesOf(kind: Kind, host: string) {
  if (`${kind.path}${kind.body}`.includes('{uuid}')) return () => newBytesOf(kind, host);
  const bytes = newBytesOf(kind, host);
  return () => bytes;
}

function newBytesOf({ method, path, token, body, type = 'application/json' }: Kind, host: string) {
  const fill = (text: string) => text.replaceAll('{uuid}', () => crypto.randomUUID());
  const sent = body === undefined ? '' : fill(body);
  const headers = [
    `${method} ${fill(path)} HTTP/1.1`,
    // A demo only serves its own machine.
    `host: ${host}`,
    'accept: application/json',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : [`content-type: ${type}`, `content-length: ${sent.length}`]),
  ];
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${sent}`, 'latin1');
}

/** The status of a complete answer; undefined if more has to come. */
function wholeAnswer(heard: Buffer) {
  const end = heard.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = heard.toString('latin1', 0, end).toLowerCase();
  const [, length] = /\r\ncontent-length: (\d+)/.exec(head) ?? [];
  const chunked = head.includes('transfer-encoding: chunked');
  if (chunked && heard.toString('latin1', heard.length - 5) !== '0\r\n\r\n') return undefined;
  if (!chunked && heard.length < end + 4 + Number(length ?? 0)) return undefined;
  return { status: Number(head.slice(9, 12)), closes: head.includes('connection: close') };
}

function timesOf(all: number[]): Times {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (part: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 10) / 10;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

// Started by the process above.
if (process.argv[1] === new URL(import.meta.url).pathname && process.send !== undefined) {
  const [plan] = (await once(process, 'message')) as [Plan];
  process.send(await carryOut(plan));
}
