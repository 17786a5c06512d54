import { expiringDays } from '@carecommons/contract/verification-rules';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { RowOf, Tx } from '../../platform/db/db.ts';
import type { Services } from '../../platform/routing/routing.ts';
import { repeat } from '../../platform/time/time.ts';
import { sendEmail } from '../accounts/accounts.ts';
import { endVerifications, listConfirmed, providerTexts } from '../providers/providers.ts';
import { deleteEvidence, doneWithEvidence } from './evidence.ts';
import { emails } from './emails.ts';

type Dependencies = Pick<Services, 'db' | 'files' | 'config' | 'clock' | 'log'>;

/** Runs the time-based work on verifications at the start and once a minute, until stopped. */
export const sweepVerifications = ({ log, ...needs }: Dependencies) =>
  repeat(() => expireVerifications(needs), {
    everyMs: 60_000,
    failing: 'verifications could not be looked through',
    log,
  });

/**
 * Ends expired verifications, sends emails about those that end soon, deletes documents that are no longer needed, and in
 * production lists providers whose email address was confirmed.
 */
export async function expireVerifications({ db, files, config, clock }: Omit<Dependencies, 'log'>) {
  const now = clock.now();
  const done = await db.transaction().execute(async (tx) => {
    const ended = await endVerifications(tx, config, now);
    for (const provider of ended) {
      const item = { kind: 'provider' as const, id: provider };
      await audit(tx, { at: now, actor: undefined, action: 'expire', item, outcome: 'done' });
      await sendEmail(tx, provider, emails.ended, now);
    }
    await sql`
      update verification_claims set state = 'expired' where state = 'verified' and verified_until <= ${now}`.execute(
      tx,
    );
    await remind(tx, now);
    const listed = config.mode === 'production' ? await listConfirmed(tx, config) : 0n;
    return { ended, listed, gone: await deleteEvidence(tx, doneWithEvidence(now), now) };
  });
  for (const file of done.gone) await files.remove(file);
  if (done.ended.length > 0 || done.listed > 0n) providerTexts.clear();
}

async function remind(tx: Tx, now: Date) {
  const soon = new Date(now.getTime() + expiringDays * 86_400_000);
  const { rows } = await sql<RowOf<'verification_claims', 'provider_id'>>`
    update verification_claims set reminded_at = ${now}
    where state = 'verified' and verified_until <= ${soon} and reminded_at is null returning provider_id`.execute(tx);
  for (const { provider_id } of rows) await sendEmail(tx, provider_id, emails.endsSoon, now);
}
