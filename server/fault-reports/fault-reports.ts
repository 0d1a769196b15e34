/**
 * Public face of fault reports: reports of dealers about products, with photos, and how the store handles them.
 */
export { faultReportsExport } from './administration-export.ts'
export { attachPhotos } from './photo-rows.ts'
export { photosFolder } from './photo-files.ts'
export { purgePhotos as purgeFaultPhotos } from './purge-photos.ts'
export { faultMailJob, sendFaultMail } from './report-email.ts'
export { registerFaultReports } from './routes.ts'
export { serveFaultPhotos } from './serve-photos.ts'
export { eraseReporter } from './erase-reporter.ts'
