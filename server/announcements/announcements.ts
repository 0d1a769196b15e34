/** Public face of announcements and documents of the store for its dealers. */
export { registerAnnouncements } from './routes.ts'
export { bannersSql } from './shown.ts'
export { documentsFolder, purgeDocuments } from './documents/files.ts'
export { registerDocuments } from './documents/routes.ts'
export { serveDocuments } from './documents/serve-documents.ts'
export { forgetReader } from './forget-reader.ts'
