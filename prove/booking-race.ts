import pg from 'pg';
import type { Figure } from './run.ts';
import { joinAs, type Person, post, withTwoServers } from './two-servers.ts';

const wantedTries = 1000;
// So many patients want each time, and so many of all the tries run at once.
const contenders = 40;
const atOnce = 16;
const minute = 60_000;

/** R1, R2: double bookings, faults and times of contended tries on one provider, through two processes. */
export async function bookingRace(): Promise<Figure> {
  return await withTwoServers(async (servers, owner) => {
    const provider = await joinAs(servers[0], 'provider');
    const patients: Person[] = [];
    for (let n = 0; n < contenders; n++) patients.push(await joinAs(servers[0], 'patient'));

    // Two processes that have just started are slow at first, whatever they are asked.
    await race(servers, await joinAs(servers[0], 'provider'), patients, wantedTries);
    const { took, faults } = await race(servers, provider, patients, wantedTries);
    const { booked, overlaps } = await countBookings(owner, provider);
    const times = Math.ceil(wantedTries / contenders);
    const p99 = Math.round(took[Math.ceil(took.length * 0.99) - 1] as number);
    const worst = Math.round(took.at(-1) as number);
    return {
      figure: 'R1, R2 double bookings in contended tries on one provider; faults; p99 and worst in ms',
      value: { tries: wantedTries, atOnce, overlaps, booked, faults, p99, worst },
      target: `0 overlaps, ${times} booked, 0 faults, p99 < 50, worst < 1000`,
      ok: overlaps === 0 && booked === times && faults.length === 0 && p99 < 50 && worst < 1000,
    };
  });
}

/** Everybody tries, each time through the other server; the provider approves each winner at once. */
async function race(servers: [string, string], provider: Person, patients: Person[], tries: number) {
  const start = Math.ceil(Date.now() / 86_400_000 + 2) * 86_400_000;
  const took: number[] = [];
  const faults: string[] = [];
  let next = 0;
  async function tryOn() {
    while (next < tries) {
      const turn = next++;
      const patient = patients[turn % contenders] as Person;
      const server = servers[turn % 2] as string;
      // A new time for each round of all, and half of the tries a little beside it.
      const at = start + Math.floor(turn / contenders) * 60 * minute + (turn % 4 < 2 ? 0 : 10 * minute);
      const wanted = {
        user: patient.id,
        healthcare_provider: provider.id,
        appointment_datetime: new Date(at).toISOString(),
        problem: 'A contended time.',
      };
      const began = performance.now();
      const { status, body } = await post(`${server}/api/appointments/create/`, wanted, patient.token);
      took.push(performance.now() - began);
      if (status === 201) await approve(server, body.id as string, provider);
      else if (status !== 409 || body.code !== 'slot_taken') faults.push(`${status} ${body.code}`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, tryOn));
  return { took: took.toSorted((a, b) => a - b), faults };
}

async function approve(server: string, id: string, { token }: Person) {
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${server}/api/approve-appointment/${id}/`, { method: 'PUT', headers });
  if (status !== 200) throw new Error(`Approving answered ${status}.`);
}

/** What stands in the database in the end, by the appointments' own times. */
async function countBookings(owner: pg.ClientConfig, provider: Person) {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ booked: number; overlaps: number }>(
    `select count(distinct a.id)::int as booked, count(b.id)::int as overlaps
     from appointments a left join appointments b on b.provider_id = a.provider_id and a.id < b.id
       and a.starts_at < b.ends_at and b.starts_at < a.ends_at
     where a.provider_id = $1`,
    [provider.id],
  );
  await client.end();
  return rows[0] as { booked: number; overlaps: number };
}
