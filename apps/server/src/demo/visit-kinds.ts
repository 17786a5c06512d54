import type { Tx } from '../platform/db/db.ts';
import type { Actor } from '../platform/auth/auth.ts';
import type { Clock } from '../platform/time/time.ts';
import { listVisitKinds, saveVisitKinds } from '../modules/visit-kinds/visit-kinds.ts';

interface Demo {
  tx: Tx;
  clock: Clock;
}

/** Of the demo's providers, those who offer more than one kind of visit. */
const people = ['Dr. Anjali Rao', 'Dr. Sharmila Banerjee', 'Dr. Rohan Deshpande', 'Dr. Lakshmi Nair'];

/** Lets some providers offer a follow-up to patients whom they know, and a video call to everybody. */
export async function addVisitKinds({ tx, clock }: Demo, providers: Map<string, Actor>) {
  for (const name of people) {
    const provider = providers.get(name);
    if (provider === undefined) throw new Error(`${name} is missing`);
    const [first] = await listVisitKinds(tx, provider);
    if (first === undefined) throw new Error(`${name} has no kind of visit`);
    const shorter = { ...first, id: null, minutes: 10, fee: Math.round(first.fee / 200) * 100 };
    await saveVisitKinds(
      tx,
      provider,
      {
        kinds: [
          first,
          { ...shorter, name: 'Follow-up', who_may_book: 'known', confirmation: 'known' },
          { ...shorter, name: 'Video call', video_url: 'https://meet.example.org/demo', confirmation: 'at_once' },
        ],
      },
      clock.now(),
    );
  }
}
