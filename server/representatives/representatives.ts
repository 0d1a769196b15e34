/** Public face of sales representatives: their dealers, visits, targets and discounts. */
export { clearDiscounts, loadAuthority, loadDiscounts, saveDiscounts } from './discounts.ts'
export { forgetRepresentative } from './forget.ts'
export { registerRepresentatives } from './routes.ts'
