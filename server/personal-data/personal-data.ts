/** Public face of personal data: what a user gets of its own, and how it is erased. */
export { purgeDownloads, registerPersonalData, servePersonalData } from './routes.ts'
