/** Public face of the audit log. Every feature writes its administrative changes to it. */
export { lastChanges } from './queries.ts'
export { registerAudit } from './routes.ts'
export {
  type AuditedChange,
  type AuditValues,
  type Author,
  commandLine,
  differenceOf,
  writeAudit,
  writeAuditEntries,
} from './write-audit.ts'
export { eraseFromAudit } from './erase-from-audit.ts'
export { type AuditHead, auditHead, sealAudit } from './seal-audit.ts'
export { type AuditProblem, verifyAudit } from './verify-audit.ts'
