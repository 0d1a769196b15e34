/** Public face of the audit log: every administrative change, written by the features that make them. */
export { lastChanges } from './queries.ts'
export { registerAudit } from './routes.ts'
export {
  type AuditValues,
  type Author,
  commandLine,
  differenceOf,
  writeAudit,
} from './write-audit.ts'
