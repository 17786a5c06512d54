import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { joinAs, type Person, post, withTwoServers } from '../tools/two-servers.ts';

// The number of patients who want each time, and of concurrent attempts.
const contenders = 40;
const atOnce = 16;
const minute = 60_000;
const undoMs = 11_000;

/**
 * R1, R2: double bookings, faults and latencies of contended attempts with one provider, through two processes: requesting a
 * time, moving a visit to it, approving the first request, and accepting an offer of the waiting list.
 */
export async function bookingRace(size: Size): Promise<Figure> {
  const wanted = sized(size, 400, 2000, 10_000);
  return await withTwoServers(async (servers, owner) => {
    const provider = await joinAs(servers[0], 'provider');
    const patients: Person[] = [];
    for (let n = 0; n < contenders; n++) patients.push(await joinAs(servers[0], 'patient'));

    // Two processes are slow right after their start.
    await race(servers, await joinAs(servers[0], 'provider'), patients, sized(size, 200, 1000, 1000));
    const { took, faults, moved, confirmed, start } = await race(servers, provider, patients, wanted);
    const { won } = await countBookings(owner, provider, start);
    const offers = await offer(servers, owner, provider, confirmed);
    const { overlaps } = await countBookings(owner, provider, 0);
    faults.push(...offers.faults);
    const times = Math.ceil(wanted / contenders);
    const p99 = Math.round(took[Math.ceil(took.length * 0.99) - 1] as number);
    const worst = Math.round(took.at(-1) as number);
    return {
      figure: 'R1, R2 double bookings in contended tries on one provider; faults; p99 and worst in ms',
      value: {
        tries: wanted,
        atOnce,
        calls: took.length,
        overlaps,
        won,
        moved,
        freed: confirmed.size,
        offered: offers.offered,
        accepted: offers.accepted,
        faults,
        p99,
        worst,
      },
      target: `0 overlaps, ${times} won, half of them by moves, all offers accepted, 0 faults, p99 < 50, worst < 1000`,
      ok:
        overlaps === 0 &&
        won === times &&
        moved === Math.floor(times / 2) &&
        offers.offered > 0 &&
        offers.accepted === offers.offered &&
        faults.length === 0,
      fast: p99 < 50 && worst < 1000,
    };
  });
}

/**
 * Everybody tries, alternating between the servers: in one round they request its time, in the next they move a confirmed
 * visit to it. The provider approves each winner at once, twice.
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
    const answers = await Promise.all(
      servers.map((server) => timed(put(`${server}/api/approve-appointment/${id}/`, provider))),
    );
    const states = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    if (states.join() !== '200,409') faults.push(`approving: ${states.join()}`);
    confirmed.set(patient, id);
  }

  // Everybody starts with a visit.
  for (const [n, patient] of patients.entries()) {
    const at = new Date(start - (n + 1) * 30 * minute).toISOString();
    const wanted = {
      user: patient.id,
      healthcare_provider: provider.id,
      problem: 'To be moved.',
      appointment_datetime: at,
    };
    const { body } = await post(`${servers[n % 2]}/api/appointments/create/`, wanted, patient.token);
    await approve(Number(body.id), patient);
  }
  took.length = 0;

  async function tryOn() {
    while (next < tries) {
      const turn = next++;
      const round = Math.floor(turn / contenders);
      // Everybody is among the first of some round.
      const patient = patients[(turn + 5 * round) % contenders] as Person;
      const server = servers[turn % 2] as string;
      // A new time for each round, and a third of the attempts slightly beside it.
      const at = start + round * 60 * minute + (turn % 3 > 0 ? 0 : 10 * minute);
      const time = { appointment_datetime: new Date(at).toISOString() };
      const visit = round % 2 === 1 ? confirmed.get(patient) : undefined;
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
  return { took: took.toSorted((a, b) => a - b), faults, moved, confirmed, start };
}

/**
 * Everybody waits for a time of the provider, and cancels the one they have. Offers are accepted through both servers at once,
 * while others request the same time.
 */
async function offer(
  servers: [string, string],
  owner: pg.ClientConfig,
  provider: Person,
  confirmed: Map<Person, number>,
) {
  const faults: string[] = [];
  const people = [...confirmed.keys()];
  for (const [n, { token }] of people.entries()) {
    const { status } = await post(`${servers[n % 2]}/api/waiting/${provider.id}/`, { problem: 'Any time.' }, token);
    if (status !== 201) faults.push(`waiting: ${status}`);
  }
  // Until then an approval can be undone, and nobody is notified of its consequences.
  await setTimeout(undoMs);
  const client = new pg.Client(owner);
  await client.connect();
  await Promise.all(
    [...confirmed].map(async ([patient, id], n) => {
      const { status } = await put(`${servers[n % 2]}/api/cancel-appointment/${id}/`, patient);
      if (status !== 200) faults.push(`cancelling: ${status}`);
    }),
  );
  let accepted = 0;
  const seen = new Set<number>();

  async function accept({ id, patient_id, starts_at }: { id: number; patient_id: number; starts_at: Date }) {
    const patient = people.find((one) => one.id === patient_id) as Person;
    const wanted = {
      healthcare_provider: provider.id,
      problem: 'The same.',
      appointment_datetime: starts_at.toISOString(),
    };
    const others = people.filter((one) => one !== patient).slice(0, contenders / 8);
    const [answers, asked] = await Promise.all([
      Promise.all(servers.map((server) => put(`${server}/api/approve-appointment/${id}/`, patient))),
      Promise.all(
        others.map((one, n) =>
          post(`${servers[n % 2]}/api/appointments/create/`, { user: one.id, ...wanted }, one.token),
        ),
      ),
    ]);
    const states = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    if (states.join() === '200,409') accepted++;
    else faults.push(`accepting: ${states.join()}`);
    for (const { status, body } of asked) {
      if (status !== 409 || body.code !== 'slot_taken') faults.push(`asking: ${status} ${body.code}`);
    }
  }

  for (let left = 1; left > 0;) {
    await setTimeout(100);
    const { rows } = await client.query<{ id: number; patient_id: number; starts_at: Date }>(
      `select id, patient_id, starts_at from appointments where provider_id = $1 and offered and status = 'requested'`,
      [provider.id],
    );
    for (const { id } of rows) seen.add(id);
    await Promise.all(rows.map(accept));
    const waiting = await client.query<{ left: number }>('select count(*)::int as left from freed_times');
    left = rows.length + (waiting.rows[0]?.left ?? 0);
  }
  await client.end();
  return { offered: seen.size, accepted, faults };
}

const put = async (url: string, { token }: Person) =>
  await fetch(url, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });

/** The final rows, by the times of the appointments: each was won once, and none is reserved twice. */
async function countBookings(owner: pg.ClientConfig, provider: Person, start: number) {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ won: number; overlaps: number }>(
    `select count(distinct a.id)::int as won, count(b.id)::int as overlaps
     from appointments a left join appointments b on b.provider_id = a.provider_id and a.id < b.id
       and a.starts_at < b.ends_at and b.starts_at < a.ends_at
       and a.status in ('requested', 'approved') and b.status in ('requested', 'approved')
     where a.provider_id = $1 and a.starts_at >= $2`,
    [provider.id, new Date(start)],
  );
  await client.end();
  return rows[0] as { won: number; overlaps: number };
}
