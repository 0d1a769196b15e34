/** Public face of monitoring: searches, online users, carts and failed emails, for administrators. */
export { openMonitoringChannel } from './channel.ts'
export { emailJob } from './emails/email-job.ts'
export { countFailedEmails, purgeFailedEmails } from './emails/failed-email-rows.ts'
export { runAgain } from './jobs/change-job.ts'
export { loadJobs } from './jobs/list-jobs.ts'
export { openJobMetrics } from './jobs/job-metrics.ts'
export { registerMonitoring } from './routes.ts'
export { forgetRecipient } from '#server/monitoring/emails/failed-email-rows.ts'
