import { readFileSync, writeFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { schemaText } from '../../../test/servers/schema.ts';

const file = new URL('schema.ts', import.meta.url);

test('the types of the tables are what the migrations make', async () => {
  const text = await schemaText(inject('postgres').owner);
  if (process.env.WRITE_SCHEMA !== undefined) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8'), 'npm run schema writes them').toBe(text);
});
