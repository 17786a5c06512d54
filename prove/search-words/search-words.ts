import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSet } from '../../bench/sets.ts';
import { closing } from '../tools/closing.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { asOwnerOf, endOne, startOne } from '../tools/one-server.ts';

/** A search as a person types it, and the right specialities. */
interface Query {
  q: string;
  want: string[];
}

const ownSet = new URL('queries.jsonl', import.meta.url).pathname;
const examplesShown = 20;

/**
 * Searches for providers as people type them, one after the other over one connection: how often the first provider, or one of the
 * first five, practises what was meant, how often nothing is found, and how long it takes. `--set FILE` has lines of JSON with the
 * fields `q` and `want` (names of specialities); without it, the searches that the product ships. Beside the demo's providers
 * stands the big set of the bench, whose providers practise all specialities.
 */
export async function searchWords(size: Size): Promise<Figure> {
  const queries = readSet(size.set ?? ownSet);
  const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-search-words-'));
  const server = await startOne(dataDir);
  const close = closing(async () => {
    await endOne(server, 'SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });
  try {
    await asOwnerOf(dataDir, async (_client, owner) => await loadSet(owner, sized(size, 'small', 'big', 'big')));
    await checkSpecialities(server.address, queries);
    // Once in advance, so that statements are prepared and the dictionary is loaded.
    for (const { q } of queries.slice(0, 50)) await search(server.address, q);
    const results: (Query & { found: string[][]; ms: number })[] = [];
    for (const query of queries) results.push({ ...query, ...(await search(server.address, query.q)) });

    const isRight = ({ want }: Query, specialities: string[] | undefined) =>
      specialities?.some((name) => want.includes(name)) ?? false;
    const wrong = results.filter((result) => !isRight(result, result.found[0]));
    const inFive = results.filter((result) => result.found.slice(0, 5).some((names) => isRight(result, names)));
    const empty = results.filter(({ found }) => found.length === 0);
    const times = results.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const p99 = percentile(times, 0.99);
    const rightFirst = 1 - wrong.length / results.length;
    return {
      figure:
        'searches as people type them: right speciality first, within the first five, and empty; ms over one connection',
      value: {
        queries: results.length,
        right_first: percent(rightFirst),
        right_in_five: percent(inFive.length / results.length),
        empty: empty.length,
        p50: percentile(times, 0.5),
        p99,
        wrong: wrong.slice(0, examplesShown).map(({ q, found }) => `${q}: ${found[0]?.join(', ') ?? 'nothing'}`),
      },
      target: '>= 95 % right first, 0 empty; p99 <= 50 ms',
      ok: rightFirst >= 0.95 && empty.length === 0,
      fast: p99 <= 50,
    };
  } finally {
    await close();
  }
}

function readSet(file: string): Query[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new Error(`${file} has no searches.`);
  return lines.map((line, index) => {
    const { q, want } = JSON.parse(line) as Partial<Query>;
    if (typeof q !== 'string' || !Array.isArray(want)) throw new Error(`${file}:${index + 1} needs "q" and "want".`);
    return { q, want };
  });
}

/** A misspelt name in the file would count as a wrong answer of the search. */
async function checkSpecialities(address: string, queries: Query[]) {
  const response = await fetch(`${address}/speciality/?limit=200`);
  const names = new Set(((await response.json()) as { name: string }[]).map(({ name }) => name));
  const unknown = new Set(queries.flatMap(({ want }) => want).filter((name) => !names.has(name)));
  if (unknown.size > 0) throw new Error(`There is no speciality ${[...unknown].join(', ')}.`);
}

async function search(address: string, q: string) {
  const began = performance.now();
  const response = await fetch(`${address}/providers/?q=${encodeURIComponent(q)}`);
  const body = (await response.json()) as { speciality: string[] }[];
  const ms = performance.now() - began;
  if (!response.ok) throw new Error(`A search for “${q}” answered ${response.status}.`);
  return { found: body.map(({ speciality }) => speciality), ms };
}

const percentile = (sorted: number[], share: number) =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
const percent = (share: number) => Math.round(share * 1000) / 10;
