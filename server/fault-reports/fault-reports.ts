/** Public face of fault reports: what dealers report about products, with photos, and what the store makes of it. */
export { faultReportsExport } from './administration-export.ts'
export { photosFolder } from './photo-files.ts'
export { purgePhotos as purgeFaultPhotos } from './purge-photos.ts'
export { faultMailJob, sendFaultMail } from './report-mail.ts'
export { registerFaultReports } from './routes.ts'
export { serveFaultPhotos } from './serve-photos.ts'
