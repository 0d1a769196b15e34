/** Public face of approval within a dealer's company: limits, orders that wait for an approver, deputies. */
export { countAuthorities, deciderFor, findApprovers, nextApprovers } from './approvers.ts'
export {
  approvalsOf,
  changePurchase,
  completePurchase,
  maySee,
  openDecision,
  type OpenedDecision,
  recordApproval,
  refusePurchase,
  stepsOf,
} from './decide.ts'
export { forgetPurchaser } from './deputies.ts'
export { followPurchases } from './follow.ts'
export {
  checkPurchase,
  findProductsForApproval,
  type PurchaseCheck,
  type PurchaseLimits,
  purchaseLimitsOf,
  purchaseLimitsPart,
} from './limits.ts'
export { presentReasons } from './present-reasons.ts'
export { purchaseMailJob, sendPurchaseMail } from './purchase-email.ts'
export {
  findPurchase,
  isOrderNoWaiting,
  loadApprovals,
  loadPurchaseEvents,
  loadPurchaseLines,
  type PurchaseLineRow,
  type PurchaseRow,
} from './request-rows.ts'
export { registerPurchasing } from './routes.ts'
export { insertPurchase } from './submit.ts'
export { presentPurchasing, type PurchasingState, purchasingStateSql } from './visitor-state.ts'
export { canReturn, returnPurchaseLines, withdrawPurchase } from './withdraw.ts'
