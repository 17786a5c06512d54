import { inject } from 'vitest';
import { sql } from 'kysely';
import { type TestApp, testApp } from '../servers/app.ts';
import { type Rewindable, rewindable } from './rewind.ts';
import { makeWorld, type World } from './world.ts';

/** A server whose database is put back after each try, and the world in it. */
export interface Grounds extends Pick<Rewindable, 'trying' | 'digest' | 'columns'> {
  t: TestApp;
  world: World;
  close(): Promise<void>;
}

export async function openGrounds(): Promise<Grounds> {
  let base: Rewindable | undefined;
  const t = await testApp({}, undefined, async (connection) => (base = await rewindable(connection)).db);
  const { close, ...rest } = base as unknown as Rewindable;
  const world = await makeWorld(t, await ownerOf(t));
  return {
    t,
    world,
    ...rest,
    async close() {
      await close();
      await t.close();
    },
  };
}

/** How the owner of a test's database connects. */
export async function ownerOf({ db }: Pick<TestApp, 'db'>) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return { ...inject('postgres').owner, database: rows[0]?.name };
}

/** Leaves what a test has counted in its report, where a proof finds it. */
export function report({ meta }: { meta: object }, figure: Record<string, unknown>) {
  Object.assign(meta, { figure });
}
