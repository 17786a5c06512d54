import pg from 'pg';
import type { Figure, Size } from './run.ts';
import { joinAs, type Person, post, withTwoServers } from './two-servers.ts';

// So many patients want each time, and so many of all the tries run at once.
const contenders = 40;
const atOnce = 16;
const minute = 60_000;

/**
 * R1, R2: double bookings, faults and times of contended tries on one provider, through two processes: to ask for a time, to
 * move a visit there, and to approve whichever came first.
 */
export async function bookingRace({ full }: Size): Promise<Figure> {
  const wanted = full ? 10_000 : 2000;
  return await withTwoServers(async (servers, owner) => {
    const provider = await joinAs(servers[0], 'provider');
    const patients: Person[] = [];
    for (let n = 0; n < contenders; n++) patients.push(await joinAs(servers[0], 'patient'));

    // Two processes that have just started are slow at first, whatever they are asked.
    await race(servers, await joinAs(servers[0], 'provider'), patients, 1000);
    const { took, faults, moved } = await race(servers, provider, patients, wanted);
    const { won, overlaps } = await countBookings(owner, provider);
    const times = Math.ceil(wanted / contenders);
    const p99 = Math.round(took[Math.ceil(took.length * 0.99) - 1] as number);
    const worst = Math.round(took.at(-1) as number);
    return {
      figure: 'R1, R2 double bookings in contended tries on one provider; faults; p99 and worst in ms',
      value: { tries: wanted, atOnce, calls: took.length, overlaps, won, moved, faults, p99, worst },
      target: `0 overlaps, ${times} won, 0 faults, p99 < 50, worst < 1000`,
      ok: overlaps === 0 && won === times && moved > 0 && faults.length === 0 && p99 < 50 && worst < 1000,
    };
  });
}

/**
 * Everybody tries, each time through the other server: every other one to move a visit that was confirmed before, where there is one,
 * else to ask for the time. The provider approves each winner at once, twice.
 */
async function race(servers: [string, string], provider: Person, patients: Person[], tries: number) {
  const start = Math.ceil(Date.now() / 86_400_000 + 2) * 86_400_000;
  const took: number[] = [];
  const faults: string[] = [];
  const confirmed = new Map<Person, number>();
  let next = 0;
  let moved = 0;

  async function timed<T>(work: Promise<T>) {
    const began = performance.now();
    const answer = await work;
    took.push(performance.now() - began);
    return answer;
  }

  async function approve(id: number, patient: Person) {
    const headers = { authorization: `Bearer ${provider.token}` };
    const answers = await Promise.all(
      servers.map((server) => timed(fetch(`${server}/api/approve-appointment/${id}/`, { method: 'PUT', headers }))),
    );
    const states = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    if (states.join() !== '200,409') faults.push(`approving: ${states.join()}`);
    confirmed.set(patient, id);
  }

  async function tryOn() {
    while (next < tries) {
      const turn = next++;
      const round = Math.floor(turn / contenders);
      // Everybody is among the first of some round.
      const patient = patients[(turn + 5 * round) % contenders] as Person;
      const server = servers[turn % 2] as string;
      // A new time for each round of all, and a third of the tries a little beside it.
      const at = start + round * 60 * minute + (turn % 3 > 0 ? 0 : 10 * minute);
      const time = { appointment_datetime: new Date(at).toISOString() };
      // In turns it is those who ask, and those who move, who come first.
      const visit = (turn + 2 * round) % 4 > 1 ? confirmed.get(patient) : undefined;
      const wanted = { user: patient.id, healthcare_provider: provider.id, problem: 'A contended time.', ...time };
      const { status, body } = await timed(
        visit === undefined
          ? post(`${server}/api/appointments/create/`, wanted, patient.token)
          : post(`${server}/api/appointments/${visit}/move/`, time, patient.token),
      );
      if (status === 201) {
        if (visit !== undefined) moved++;
        await approve(Number(body.id), patient);
      } else if (status !== 409 || body.code !== 'slot_taken') faults.push(`${status} ${body.code}`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, tryOn));
  return { took: took.toSorted((a, b) => a - b), faults, moved };
}

/** What stands in the database in the end, by the appointments' own times: each time was won once, and none is held twice. */
async function countBookings(owner: pg.ClientConfig, provider: Person) {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ won: number; overlaps: number }>(
    `select count(distinct a.id)::int as won, count(b.id)::int as overlaps
     from appointments a left join appointments b on b.provider_id = a.provider_id and a.id < b.id
       and a.starts_at < b.ends_at and b.starts_at < a.ends_at
     where a.provider_id = $1`,
    [provider.id],
  );
  await client.end();
  return rows[0] as { won: number; overlaps: number };
}
