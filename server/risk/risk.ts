/** Public face of the risk limit: how much a dealer may still order, and its overdue debts. */
export { checkDealerLimit } from './check-limit.ts'
export { accountParts, presentAccount } from './dealer-account.ts'
export { type DealerLimits, loadDealerLimits } from './dealer-limits.ts'
export { openDealerAccounts } from './dealer-accounts.ts'
export { type LimitCheck, type LimitRequest, readLimitCheck } from './check-limit.ts'
export { limitApprovalsExport, registerLimitApprovals } from './approvals/administration.ts'
export { limitMailJob, sendLimitMail } from './approvals/approval-email.ts'
export {
  type ApprovalPromotions,
  findApproval,
  findLatestApproval,
  type LimitApprovalRow,
  stateOf,
  storedOf,
} from './approvals/approval-rows.ts'
export { insertApproval, linesHash, lockUsableApproval, useApproval, withdrawApproval } from './approvals/ask.ts'
