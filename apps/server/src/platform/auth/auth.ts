/** Sessions, passwords, device proofs, signed links, and the versions of `SECRET`. */
export { openDeviceProofs, type ProvenAccount } from './device-proof.ts';
export type { EndSignedLinks, LinkOwner } from './handed-out.ts';
export { hashingCounts, hashPassword, isOutdated, verifyPassword, versionOfHash, weaknessOf } from './passwords.ts';
export {
  addSecretVersion,
  listSecretVersions,
  noteUse,
  openSecrets,
  resealInstallationKey,
  takeIntoUse,
  usedSince,
} from './secret-versions.ts';
export { type Actor, openSessions, type Sessions } from './sessions.ts';
export { idAtSignIn } from './sign-in-name.ts';
export { type LinkHolder, holderOf, type Purpose, refusalOfLink, signedLinks } from './signed-links.ts';
