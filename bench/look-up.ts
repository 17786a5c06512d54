import pg from 'pg';
import type { BenchData } from './calls.ts';

/** The ids that calls need: some providers, the speciality with most providers, articles and so on; and the database. */
export async function lookUp(owner: pg.ClientConfig) {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<BenchData & { version: string }>(
    `select (select min(user_id) from providers where listed) as provider,
       array(select user_id from providers p where listed
         and not exists (select from schedules s where s.provider_id = p.user_id) order by user_id limit 60) as providers,
       array(select user_id from providers where listed order by user_id limit 50) as page,
       (select min(provider_id) from weekly_hours) as publisher,
       (select speciality_id from provider_specialities group by 1 order by count(*) desc, 1 limit 1) as speciality,
       array(select id from blogs where deleted_at is null and hidden_at is null order by id desc limit 50) as blogs,
       (select min(id) from questions where comment_count = 3) as question,
       array(select id from rooms order by id limit 10) as rooms,
       current_setting('server_version') as version`,
  );
  await client.end();
  return rows[0] as (typeof rows)[number];
}
