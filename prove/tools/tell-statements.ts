import pg from 'pg';

// Loaded into a server before it starts: on request, sends each statement with its values to the process that started it.

type Query = (this: pg.Client, ...given: unknown[]) => unknown;
const client = pg.Client.prototype as unknown as { query: Query };
const { query } = client;
let telling = false;

process.on('message', ({ tell }: { tell?: boolean }) => {
  telling = tell === true;
});

client.query = function (...given) {
  const [asked] = given as [{ text?: string; values?: unknown[] }];
  if (telling && asked.text !== undefined) process.send?.({ statement: asked.text, values: asked.values ?? [] });
  return query.apply(this, given);
};
