import { isPossible, mayAdminister, type AccountDecision } from '@carecommons/contract/administration-rules';
import type { Grant } from '@carecommons/contract/endpoint';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import {
  findAccount,
  logOutEverywhere,
  removeGrant,
  resetSecondFactor,
  setDisabled,
  setGrant,
} from '../accounts/accounts.ts';
import { sendEmail } from '../accounts/send-email.ts';
import { applyListing, type Listing } from '../providers/providers.ts';

/** Who decides, why and when. The operator at the command line has no account and needs no reason. */
export interface By {
  actor: Actor | undefined;
  reason?: string;
  now: Date;
}

interface Account {
  id: number;
  username: string;
  disabled: boolean;
}

type Which = { username: string } | { id: number };

/** Gives a grant, permanently or until a future time. Throws `not_found`, `not_allowed`, `wrong_state`, `last_administrator`. */
export async function giveGrant(tx: Tx, which: Which, grant: Grant, end: Date | null, by: By): Promise<Account> {
  if (end !== null && end <= by.now) throw invalidField('expires_at', 'Please choose a time in the future.');
  const account = await decidable(tx, which, 'grant', by);
  await setGrant(tx, account.id, grant, end, by.now);
  await writeDown(tx, account, 'grant', by, { grant, end });
  return account;
}

/** Takes a grant away. Throws as above. */
export async function takeGrant(tx: Tx, which: Which, grant: Grant, by: By): Promise<Account> {
  const account = await decidable(tx, which, 'revoke', by);
  if (await removeGrant(tx, account.id, grant)) await writeDown(tx, account, 'revoke', by, { grant });
  else if (by.actor !== undefined) throw new Problem('wrong_state', { message: 'This grant is not held.' });
  return account;
}

/** Disables an account: its sessions end, and a provider leaves the directory; or enables it again. Throws as above. */
export async function disableOrEnable(
  tx: Tx,
  which: Which,
  decision: 'disable' | 'enable',
  by: By,
  listing: Listing,
): Promise<Account> {
  const account = await decidable(tx, which, decision, by);
  const disable = decision === 'disable';
  if (account.disabled === disable) return account;
  await setDisabled(tx, account.id, disable, by.now);
  await applyListing(tx, listing, account.id);
  await writeDown(tx, account, decision, by);
  return account;
}

/** Ends all sessions of a person, who may log in again. Throws as above. */
export async function endSessions(tx: Tx, which: Which, by: By): Promise<Account> {
  const account = await decidable(tx, which, 'end_sessions', by);
  await logOutEverywhere(tx, account.id, by.now);
  await writeDown(tx, account, 'end_sessions', by);
  return account;
}

/** Removes all second factors of a person who has lost them, and logs the person out. `had` says whether there were any. */
export async function resetFactor(tx: Tx, which: Which, { actor, now }: By): Promise<Account & { had: boolean }> {
  const account = await findAccount(tx, which);
  if (account === undefined) throw new Problem('not_found');
  return { ...account, had: await resetSecondFactor(tx, account.id, actor, now) };
}

/** The account, locked, if this decision is allowed. At the command line, repeating a decision is not an error. */
async function decidable(tx: Tx, which: Which, decision: AccountDecision, { actor }: By): Promise<Account> {
  const account = await findAccount(tx, which);
  if (account === undefined) throw new Problem('not_found');
  if (actor === undefined) return account;
  if (!mayAdminister(actor, account)) {
    throw new Problem('not_allowed', { message: 'Nobody decides about their own account.' });
  }
  if (!isPossible(decision, account)) {
    throw new Problem('wrong_state', {
      message: account.disabled ? 'This account is disabled.' : 'This account is not disabled.',
    });
  }
  return account;
}

async function writeDown(
  tx: Tx,
  { id }: Account,
  decision: AccountDecision,
  { actor, reason, now }: By,
  { grant, end }: { grant?: Grant; end?: Date | null } = {},
) {
  await sql`
    insert into account_decisions (user_id, actor_id, decision, grant_name, expires_at, reason, decided_at)
    values (${id}, ${actor?.user_id ?? null}, ${decision}, ${grant ?? null}, ${end ?? null}, ${reason ?? null}, ${now})`.execute(
    tx,
  );
  await audit(tx, { at: now, actor, action: decision, item: { kind: 'user', id }, outcome: 'done', reason: grant });
  const email = emailAbout(decision, grant);
  if (email !== undefined) await sendEmail(tx, id, email, now);
}

/** The email about a decision. A disabled account gets none, because the refused sign-in says it. */
function emailAbout(
  decision: AccountDecision,
  grant: Grant | undefined,
): { subject: string; text: string } | undefined {
  const end = 'If this surprises you, please write to the people who run the site: {site}/contact\n';
  switch (decision) {
    case 'grant':
      return {
        subject: 'You have been given a new role on Carecommons',
        text: `You are now ${grant} on {site}.\n\n${end}`,
      };
    case 'revoke':
      return {
        subject: 'A role on Carecommons has been taken back',
        text: `You are no longer ${grant} on {site}.\n\n${end}`,
      };
    case 'end_sessions':
      return {
        subject: 'You have been signed out of Carecommons',
        text: `An administrator has signed your account out on all devices. You can sign in again: {site}/login\n\n${end}`,
      };
    case 'enable':
      return {
        subject: 'You can sign in to Carecommons again',
        text: `Your account on {site} is open again.\n\n${end}`,
      };
    default:
      return undefined;
  }
}
