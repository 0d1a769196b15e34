/** Public face of applications of companies that want to become dealers. */
export { applicationsExport } from './administration-export.ts'
export { applicationMailJob, sendApplicationMail } from './application-email.ts'
export { purgeApplications } from './application-rows.ts'
export { applicationsFolder, purgeApplicationFiles } from './files.ts'
export { purgeAttempts as purgeApplicationAttempts } from './limits.ts'
export { scrubApplicationTokens } from './link-token.ts'
export { registerApplications } from './routes.ts'
export { serveApplicationFiles } from './serve-files.ts'
