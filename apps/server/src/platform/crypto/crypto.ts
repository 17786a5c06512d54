/** Random and derived secrets, encryption of content, and the master keys that wrap file keys. */
export {
  type Bound,
  chunkBytes,
  chunksOf,
  leastSealedBytes,
  prefixBytes,
  sealedChunkBytes,
  unwrap,
  wrap,
} from './encryption.ts';
export {
  isKnown,
  type MasterKey,
  type MasterKeyFault,
  masterKeyFaults,
  type MasterKeys,
  openMasterKeys,
  parseMasterKeys,
} from './master-keys.ts';
export {
  deriveKey,
  deriveKeyOf,
  deriveKeys,
  deriveLastingKey,
  isGenuine,
  sealWith,
  secretFingerprint,
  type SecretVersion,
  textOf,
  unsealWith,
  versionInUse,
  versionsOf,
} from './secrets.ts';
export { addKeptSecret, keptSecret, secretOf } from './stored-secret.ts';
