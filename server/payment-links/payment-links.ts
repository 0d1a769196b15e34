/** Public face of payment links. */
export { isOpenLink } from './link-rows.ts'
export { linkMailJob, sendLinkMail } from './link-email.ts'
export { scrubLinkTokens } from './link-token.ts'
export { linkSubject } from './link-subject.ts'
export { registerPaymentLinks } from './routes.ts'
