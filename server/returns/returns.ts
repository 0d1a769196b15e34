/** Public face of returns: goods that dealers send back, and what the store does with them. */
export { returnsExport } from './administration-export.ts'
export { returnMailJob, sendReturnMail } from './return-email.ts'
export { registerReturns } from './routes.ts'
