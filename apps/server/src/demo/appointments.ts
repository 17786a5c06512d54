import { type Clock, dayIn } from '../platform/time/time.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Actor } from '../platform/auth/auth.ts';
import { book } from '../modules/appointments/booking.ts';
import { approve } from '../modules/appointments/decisions.ts';
import { visits } from './visits.ts';

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;

interface Demo {
  tx: Tx;
  clock: Clock;
  config: { defaultTimeZone: string };
}

/** Gives the demo's people a past and a future: each visit is asked for and approved as it was on its day. */
export async function addVisits({ tx, clock, config }: Demo, patients: Actor[], providers: Map<string, Actor>) {
  const now = clock.now().getTime();
  const within = { db: tx, transaction: <T>(work: (same: Tx) => Promise<T>) => work(tx) };
  for (const visit of visits) {
    const patient = patients.find(({ username }) => username === visit.patient);
    const provider = providers.get(visit.provider);
    if (patient === undefined || provider === undefined)
      throw new Error(`${visit.patient} or ${visit.provider} is missing`);
    // What was asked for today was asked for a while ago, so that the provider has had time to answer.
    const asked = new Date(now - visit.asked * dayMs - 6 * hourMs);
    const date = dayIn(config.defaultTimeZone, new Date(now + visit.day * dayMs));
    const wanted = {
      user: patient.user_id,
      healthcare_provider: provider.user_id,
      appointment_datetime: `${date}T${visit.time}`,
      problem: visit.problem,
    };
    const { id } = await book(within, patient, wanted, asked);
    if (visit.approved) await approve(tx, provider, id, new Date(asked.getTime() + 5 * hourMs));
  }
}
