/** Public face of sales representatives: their dealers, visits, targets and discounts. */
export { clearDiscounts, loadAuthority, loadDiscounts, saveDiscounts } from './discounts.ts'
export { forgetRepresentative } from './forget.ts'
export { assignRepresentative } from './manage-team.ts'
export { findByPlace, listRepresentativeNames } from './team-rows.ts'
export { registerRepresentatives } from './routes.ts'
