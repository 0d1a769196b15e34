/** Public face of the risk limit: how much a dealer may still order, and its overdue debts. */
export { checkDealerLimit } from './check-limit.ts'
export { openRisk } from './dealer-account.ts'
export { type DealerLimits, loadDealerLimits } from './dealer-limits.ts'
export { openDealerAccounts } from './dealer-accounts.ts'
