/** Public face of the audit log. Every feature writes its administrative changes to it. */
export { lastChanges } from './queries.ts'
export { registerAudit } from './routes.ts'
export {
  type AuditValues,
  type Author,
  commandLine,
  differenceOf,
  writeAudit,
} from './write-audit.ts'
