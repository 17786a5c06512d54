import { sql } from 'kysely';
import pg from 'pg';
import { vi } from 'vitest';
import type { TestApp } from '../servers/app.ts';

/** The plans of what a call reads from tables, planned again with what it was asked for. */
export async function plansOf(
  t: TestApp,
  line: string,
  { as, body, reads }: { as: string; body?: object | undefined; reads: RegExp },
) {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const answer = await t.call(line, { as, body });
  const asked = query.mock.calls.map(([statement]) => statement as unknown as { text: string; values: unknown[] });
  query.mockRestore();
  const plans = [];
  for (const { text, values } of asked.filter((one) => reads.test(one.text ?? ''))) {
    const literal = text.replaceAll(/\$(\d+)/g, (_, at) => literalOf(values[Number(at) - 1]));
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(literal)}`.execute(t.db);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return { answer, plans };
}

function literalOf(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `'{${value.join()}}'`;
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : (value as string));
}
