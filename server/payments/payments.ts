/** Public face of card payments. */
export { importBins, type BinImport } from '#server/payments/bins/import-bins.ts'
export { addLimit, type LimitProblem, listLimits, removeLimit } from '#server/payments/pos/installment-limits.ts'
export { addRule as addPosRule } from '#server/payments/rules/manage-rules.ts'
export { presentRules as presentPosRules } from '#server/payments/rules/present-rules.ts'
export { previewRules as previewPosRules } from '#server/payments/rules/preview-rules.ts'
export { listPos, type ListedPos, type PlanProblem, savePlan } from '#server/payments/pos/manage-plans.ts'
export {
  activatePos,
  addPos,
  changePos,
  deactivatePos,
  type PosChange,
  type PosProblem,
  type PosResult,
  removePos,
  secretNames,
  setPosSecrets,
} from '#server/payments/pos/manage-pos.ts'
export { paymentsExport } from '#server/payments/admin/payments-export.ts'
export { tryPos } from '#server/payments/pos/try-pos.ts'
export { fillCardBins } from '#server/payments/bins/shipped-bins.ts'
export { comparedPlans } from '#server/payments/pos/compared-plans.ts'
export { createLookupLimit } from '#server/payments/bins/lookup-limit.ts'
export { type CardPayment, openCardPayment } from '#server/payments/pos/pos-accounts.ts'
export type { PlanQuery } from '#server/payments/rules/load-routing.ts'
export { openSecrets, resealKeys, sealedKeys, sealSecrets } from '#server/payments/pos/pos-secrets.ts'
export type { PaymentDeps } from './deps.ts'
export { purgeConsents } from '#server/payments/cards/consents.ts'
export {
  cardRemovalJob,
  forgetStoredCards,
  removeAtProvider,
  requeueRemovals,
} from '#server/payments/cards/remove-card.ts'
export { resealCards, sealedCards, sealToken } from '#server/payments/cards/seal-card.ts'
export { cardSearchJob, findStoredCard } from '#server/payments/cards/store-card.ts'
export { costColumns } from '#server/payments/rates/payment-cost.ts'
export { serveRates } from '#server/payments/rates/serve-rates.ts'
export { serveCallbacks } from '#server/payments/bank-return/callback-route.ts'
export type { BankHttp } from './gateways/gateway.ts'
export { bankHttp } from './gateways/gateways.ts'
export {
  bankAlertMailJob,
  followBanks,
  purgeBankCalls,
  sendBankAlertMail,
} from '#server/payments/health/alerts.ts'
export { findingMailJob, sendFindingMail } from '#server/payments/findings/finding-email.ts'
export { openPaymentMetrics } from './payment-metrics.ts'
export {
  bankOrigins,
  openPayments,
  registerPayments,
} from './open-payments.ts'
export { runPaymentJobs, startPaymentJobs } from '#server/payments/reconcile/payment-jobs.ts'
export { distrustOutcomes } from '#server/payments/reconcile/distrust-outcomes.ts'
export { reconcile } from '#server/payments/reconcile/reconcile.ts'
export { forgetCards, linkHash } from '#server/payments/start/attempt-limits.ts'
export {
  isPaymentPending,
  isReplaced,
  isFullyRefunded,
  transitionHeldStock,
  replaceAllAttempts,
  replaceAttempts,
} from '#server/payments/payment/intents.ts'
export type {
  DoneRefund,
  OpenedSubject,
  PaidPayment,
  PaymentKind,
  PaymentSubject,
  Settled,
  StartRequest,
} from './subject.ts'
