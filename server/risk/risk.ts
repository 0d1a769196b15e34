/** Public face of the risk limit: what a dealer may still order for, and what it owes too long. */
export { checkDealerLimit } from './check-limit.ts'
export { openRisk } from './dealer-account.ts'
export { openDealerAccounts } from './dealer-accounts.ts'
