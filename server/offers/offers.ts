/** Public face of offers: quotes that a dealer makes to its own customers. */
export { offersExport, registerOfferAdministration } from './administration.ts'
export { offerLines } from './request-offer.ts'
export { registerOffers } from './routes.ts'
export { serveOfferFiles } from './serve-files.ts'
export { maskOffersJob, maskOfferTexts } from './mask-texts.ts'
export { offerMailJob } from './enqueue-email.ts'
export { sendOfferMail } from './send-email.ts'
