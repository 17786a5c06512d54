import { sql } from 'kysely';
import { addFileKey } from '../../src/platform/files/files.ts';
import { evidenceLinks } from '../../src/modules/verification/evidence.ts';
import { pdf } from '../fixtures/report-files.ts';
import type { Canaries } from './taint-markers.ts';
import type { Ground, Somebody } from './somebody.ts';
import type { PersonName, Relation, Thing } from './notation.ts';

type Put = (kind: 'claim' | 'evidence', relation: Relation, thing: Thing, who?: PersonName) => void;

interface Wanted {
  state: 'draft' | 'submitted' | 'in_review' | 'verified' | 'rejected';
  reviewer?: Somebody;
}

/** Claims to registrations with their documents, each with a secret in every private column. */
export function openRegistry({ db, clock, files }: Ground, canaries: Canaries) {
  let registrations = 0;

  async function inserted(statement: ReturnType<typeof sql>): Promise<number> {
    const { rows } = await statement.execute(db);
    return (rows[0] as { id: number }).id;
  }

  /** The registration of a provider, which stands in public where the provider does. */
  async function register(provider: Somebody) {
    const number = `MH-${++registrations}`;
    await sql`
      update providers set registration_number = ${number}, council = 'Maharashtra Medical Council'
      where user_id = ${provider.user_id}`.execute(db);
    return number;
  }

  async function document(claimId: number, provider: Somebody, entitled: readonly string[]): Promise<Thing> {
    const whom = entitled as PersonName[];
    const data = pdf({ holds: canaries.word('content of evidence', whom) });
    const draft = await files.write(inOnePiece(data), data.length, provider.user_id);
    const kept = await draft.commit();
    await addFileKey(db, kept);
    const { file } = kept;
    canaries.declare(file, 'file name of evidence', []);
    canaries.declare(kept.key.wrapped.toString('hex'), 'wrapped key of evidence', []);
    const id = await inserted(sql`
      insert into verification_files (claim_id, media_type, bytes, file, added_at)
      values (${claimId}, 'application/pdf', ${data.length}, ${file}, ${clock.now()}) returning id`);
    // In the audit it stands for administrators, too.
    canaries.declare(id, 'id of evidence', [...whom, 'administrator']);
    return { id };
  }

  /** A claim, and its document where that is kept. */
  async function claim(provider: Somebody, { state, reviewer }: Wanted) {
    const number = await register(provider);
    const sent = state !== 'draft';
    const decided = state === 'verified' || state === 'rejected';
    const self = provider.name as PersonName;
    const readers: PersonName[] = sent ? [self, 'verifier'] : [self];
    const now = clock.now();
    const until = new Date(now.getTime() + 365 * 86_400_000);
    // What was rejected may be about another registration than the profile names by now.
    const named = state === 'rejected' ? canaries.word('registration of a rejected claim', ['verifier']) : number;
    const photo = Buffer.from(canaries.word('photo of a claim', []));
    // It goes out in base64, of which three bytes are four letters.
    canaries.declare(
      photo.toString('base64').slice(0, 36),
      'photo of a claim',
      reviewer?.name === 'verifier' ? ['verifier'] : [],
    );
    const waits = state === 'submitted' || state === 'in_review';
    const id = await inserted(sql`
      insert into verification_claims (provider_id, state, profile, photo, created_at, submitted_at,
        reviewer_id, taken_at, decided_at, reason, verified_until, files_deleted_at)
      select user_id, ${state}, case when ${sent}::boolean then claimed_profile(p) || jsonb_build_object(
          'registration_number', ${named}::text, 'council', 'Maharashtra Medical Council') end,
        case when ${waits}::boolean then ${photo}::bytea end, ${now},
        ${sent ? now : null}, ${reviewer?.user_id ?? null}, ${reviewer === undefined ? null : now}, ${decided ? now : null},
        ${state === 'rejected' ? canaries.word('why a claim was rejected', readers) : null},
        ${state === 'verified' ? until : null}, ${state === 'rejected' ? now : null}
      from providers p where user_id = ${provider.user_id} returning id`);
    canaries.declare(id, 'id of a claim', readers);
    if (state === 'verified')
      await sql`
        update providers p set verified_at = ${now}, verified_until = ${until}, verified_profile = claimed_profile(p)
        where user_id = ${provider.user_id}`.execute(db);
    if (state === 'rejected') return { claim: { id } };
    const open = state === 'in_review' && reviewer?.name === 'verifier';
    return { claim: { id }, evidence: await document(id, provider, open ? [self, 'verifier'] : [self]) };
  }

  return {
    /** The claims of strangers in every state; `arrive` brings a provider. */
    async fill(put: Put, arrive: (name: string) => Promise<Somebody>, verifier: Somebody, colleague: Somebody) {
      const claims = [
        ['others', { state: 'submitted' }],
        ['unsent', { state: 'draft' }],
        ['related', { state: 'in_review', reviewer: verifier }],
        ['taken', { state: 'in_review', reviewer: colleague }],
        ['ended', { state: 'verified', reviewer: colleague }],
        ['others_deleted', { state: 'rejected', reviewer: colleague }],
      ] as const;
      for (const [relation, wanted] of claims) {
        const made = await claim(await arrive(`claimant_${relation}`), wanted);
        put('claim', relation, made.claim);
        if (made.evidence !== undefined) put('evidence', relation, made.evidence);
      }
    },

    /** A provider's own claim. */
    async own(put: Put, provider: Somebody, state: Wanted['state'], colleague: Somebody) {
      const made = await claim(provider, state === 'verified' ? { state, reviewer: colleague } : { state });
      put('claim', 'own', made.claim, provider.name as PersonName);
      put('evidence', 'own', made.evidence as Thing, provider.name as PersonName);
    },

    /** Takes a provider out of the directory. */
    async suspend(provider: Somebody) {
      const self = provider.name as PersonName;
      await sql`
        update providers set suspended_at = ${clock.now()}, listed = false,
          suspended_reason = ${canaries.word('why a provider is suspended', [self, 'verifier'])},
          registration_number = ${canaries.word('registration of a suspended provider', [self])}
        where user_id = ${provider.user_id}`.execute(db);
      canaries.declare(provider.user_id, 'id of a suspended provider', [self, 'verifier', 'administrator']);
    },
  };
}

/** A genuine link of somebody's own session to a document, whether or not it is theirs. */
export function evidenceToken({ config, clock }: Ground, { id }: Thing, somebody: Somebody) {
  const actor = { ...somebody, role: 'patient', grants: [], held_grants: [] } as const;
  return evidenceLinks.to(config.secret, Number(id), actor, 'view', clock.now()).split('token=')[1] as string;
}

async function* inOnePiece(data: Buffer) {
  yield data;
}
