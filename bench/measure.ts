import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from './calls.ts';
import { type Figures, load } from './load.ts';

// The first turn is a warm-up and is not counted.
const turns = 5;
const restMs = 1000;

interface Side {
  url: string;
  child: ChildProcess;
  /** Rejects, with the end of its log, when the process ends. */
  ended: Promise<never>;
}

interface Turn extends Figures {
  /** Microseconds of processor time that the process used for each answer. */
  cpu: number;
}

/** One line of the table: a call and its calibrator measured in turn, and the median of the turns. */
export async function measure(call: Call, ours: Side, limit: Side | undefined, token: string, seconds: number) {
  const ourTurns: Turn[] = [];
  const limitTurns: Turn[] = [];
  const same = sameAs(call);
  for (let turn = 0; turn < turns; turn++) {
    if (limit !== undefined) limitTurns.push(await oneTurn(limit, same));
    ourTurns.push(await oneTurn(ours, call));
  }
  const rate = median(ourTurns.map((one) => one.rate));
  const ratio = median(ourTurns.map((one, index) => one.rate / (limitTurns[index]?.rate ?? 1)));
  const cpu = median(ourTurns.map((one) => one.cpu));
  const limitCpu = median(limitTurns.map((one) => one.cpu));
  const failed = ourTurns.reduce((sum, one) => sum + one.failed, 0);
  return {
    call: call.name,
    'req/s': Math.round(rate),
    p50: median(ourTurns.map((one) => one.p50)),
    p99: median(ourTurns.map((one) => one.p99)),
    limit: limit === undefined ? '' : `${call.limit} ${Math.round(median(limitTurns.map((one) => one.rate)))}`,
    ratio: limit === undefined ? '' : ratio.toFixed(2),
    'cpu µs': Math.round(cpu),
    'ratio by cpu': limit === undefined ? '' : (limitCpu / cpu).toFixed(2),
    goal: call.goal,
    failed,
    ok: (limit === undefined ? rate : ratio) >= call.goal && failed === 0,
  };

  async function oneTurn({ url, child, ended }: Side, what: Partial<Call>): Promise<Turn> {
    const before = processorTime(child);
    // Reports why the process ended; otherwise all its answers would merely seem to have failed.
    const figures = await Promise.race([load(url, what, token, seconds), ended]);
    const took = processorTime(child) - before;
    // Writes that are still running after a turn must not disturb the next one.
    if (what.method === 'POST') await sleep(restMs);
    return { ...figures, cpu: took / (figures.rate * seconds) };
  }
}

/** The input of a calibrator, so that it does the same work. */
function sameAs({ limit, method, each, connections = 64 }: Call): Partial<Call> {
  if (limit === 'argon2id') return { method: 'POST', body: {}, connections };
  if (method !== 'POST' || each === undefined) return { connections };
  const told = () => {
    const { body, work = body } = each();
    return { body: work };
  };
  return { method, each: told, connections };
}

/** The median without the first. */
function median([, ...values]: number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

/** Microseconds of processor time that a process has used, on all its threads. */
function processorTime({ pid }: ChildProcess) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the name in brackets, fields 12 and 13, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
