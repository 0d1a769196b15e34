/** Public face of reports: today's board and the reports, for administrators. */
export { registerReports } from './routes.ts'
export { reportExports } from './reports-export.ts'
export { enqueueReportMails, reportMailJob } from './report-views.ts'
export { sendReportMail } from './weekly-email.ts'
export { forgetReportViews } from './forget-views.ts'
