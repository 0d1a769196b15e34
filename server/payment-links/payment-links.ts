/** Public face of payment links. */
export { isOpenLink } from './link-rows.ts'
export { linkEmailJob, sendLinkEmail } from './link-email.ts'
export { scrubLinkTokens } from './link-token.ts'
export { linkSubject } from './link-subject.ts'
export { registerPaymentLinks } from './routes.ts'
