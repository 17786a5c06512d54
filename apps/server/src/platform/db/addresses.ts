import type pg from 'pg';
import { Client } from './client.ts';

/** Where one database may be found: at one address, or at several, of which one at a time takes writes. */
export type Addresses = pg.ClientConfig | readonly pg.ClientConfig[];

/** The addresses of a URL as libpq writes them: `postgresql://user@db-1:5432,db-2:5432/name`. The driver itself knows one host alone. */
export function addressesOf(url: string): pg.ClientConfig[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => ({ connectionString: `${before}${host}${after}` }));
}

/** The URL of the embedded database, whose socket lies in a folder and asks for no password: so another process is told of it. */
export const addressOf = ({ user, database, host, port }: pg.ClientConfig) =>
  `postgresql://${user}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;

export const listed = (addresses: Addresses): readonly pg.ClientConfig[] =>
  Array.isArray(addresses) ? addresses : [addresses as pg.ClientConfig];

/** Throws as a write would (SQLSTATE 25006) where a server takes none: a standby, or a primary that was put down. */
export async function mustBeWritable(client: pg.ClientBase) {
  // Not by the driver's own statement names, nor in a transaction: good through a pooler as well.
  const asked = { text: `select current_setting('transaction_read_only') = 'on' as read_only`, query_timeout: 2000 };
  const { rows } = await client.query<{ read_only: boolean }>(asked);
  if (rows[0]?.read_only === true) throw Object.assign(new Error('The database is read-only.'), { code: '25006' });
}

/** One connection, at the first of the addresses that takes writes. Throws what the last of them said. */
export async function openClient(addresses: Addresses, options: pg.ClientConfig = {}): Promise<Client> {
  let lastError: unknown;
  for (const address of listed(addresses)) {
    const client = new Client({ connectionTimeoutMillis: 3000, keepAlive: true, ...address, ...options });
    client.on('error', () => {});
    try {
      await client.connect();
      await mustBeWritable(client);
      return client;
    } catch (error) {
      lastError = error;
      client.hangUp();
    }
  }
  throw lastError;
}
