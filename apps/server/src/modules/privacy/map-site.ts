import type { TableData } from './table-data.ts';

/** A table whose rows belong to nobody. All its columns are listed, so that a new one gets attention. */
function nobodys(what: string, ...columns: string[]): TableData {
  return { what, rows: [], given: [], held: Object.fromEntries(columns.map((name) => [name, 'derived'])) };
}

/** Tables for operating the site. */
export const site = {
  migrations: nobodys('Which changes of the database were made.', 'name', 'checksum', 'applied_at'),
  specialities: nobodys(
    'The specialities.',
    'id',
    'name',
    'desc',
    'also_called',
    'name_key',
    'search',
    'words',
    'retired_at',
    'merged_into',
  ),
  // Words without their texts. A word that only one person used is still a word of theirs.
  search_words: nobodys('Words of the directory.', 'word'),
  question_words: nobodys('Words of questions, without whose.', 'word'),
  blog_words: nobodys('Words of articles, without whose.', 'word'),
  rooms: nobodys('The rooms.', 'id', 'name', 'description', 'created_at'),
  room_sequences: nobodys('Counters of rooms.', 'room_id', 'seq', 'changes', 'closed_at'),
  room_days: nobodys('How many people were in a room.', 'room_id', 'day', 'people'),
  // Keyed hashes: nobody can be identified by them.
  throttle: nobodys('Counters against guessing.', 'key', 'points', 'ends_at', 'opens_at'),
  rules: nobodys('Since when rules of the site apply.', 'name', 'since'),
  forged_links: nobodys('How often links were tried that the site never signed.', 'kind', 'item_id', 'hour', 'tries'),
  answered_challenges: nobodys('Challenges that were answered.', 'hash', 'expires_at'),
  master_keys: nobodys('Which master keys there are.', 'version', 'fingerprint', 'first_used_at'),
  secret_versions: nobodys(
    'Which versions of SECRET there are.',
    'version',
    'fingerprint',
    'in_use',
    'used_since',
    'added_at',
  ),
  installation_key: nobodys('What outlives every SECRET, encrypted.', 'alone', 'sealed'),
  audit_unsealed: nobodys('Rows of the audit that wait for their seal.', 'audit_id', 'audit_at', 'since'),
  audit_seals: nobodys('Seals of the audit.', 'seq', 'audit_id', 'audit_at', 'row_hash', 'hash'),
  audit_checkpoints: nobodys('How far the audit was signed.', 'seq', 'hash', 'at', 'key_id', 'signature'),
} satisfies Record<string, TableData>;
