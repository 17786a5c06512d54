/** The audit log: a chain of rows, sealed and signed, and reads of visits. */
export { audit, type AuditEntry, auditRows } from './append.ts';
export { countForged, deleteForged } from './forged-links.ts';
export { countUnsealed, openSealing } from './seal.ts';
export { auditFolder, type AuditKey, isSignedLine, openAuditKey, publicKeysIn } from './signing-key.ts';
export { type Verified, verifyAudit } from './verify.ts';
export { deleteVisitReads, openVisitReads, type VisitReads, visitsRead } from './visit-reads.ts';
