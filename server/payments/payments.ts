/** Public face of card payments. */
export { importBins, type BinImport } from './import-bins.ts'
export { addLimit, type LimitProblem, listLimits, removeLimit } from './installment-limits.ts'
export { listPos, type ListedPos, type PlanProblem, savePlan } from './manage-plans.ts'
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
} from './manage-pos.ts'
export { paymentsExport } from './administration-export.ts'
export { tryPos } from './try-pos.ts'
export { fillCardBins } from './shipped-bins.ts'
export { openCardPayment } from './pos-accounts.ts'
export { openSecrets, sealSecrets } from './pos-secrets.ts'
export type { PaymentDeps } from './deps.ts'
export { serveCallbacks } from './callback-route.ts'
export type { BankHttp } from './gateways/gateway.ts'
export { bankHttp } from './gateways/gateways.ts'
export {
  bankOrigins,
  openPayments,
  reconcileYesterday,
  registerPayments,
  runPaymentJobs,
} from './open-payments.ts'
export { linkHash } from './attempt-limits.ts'
export {
  isPaymentPending,
  isReplaced,
  isWhollyRefunded,
  moveHeldStock,
  replaceAttempts,
} from './intents.ts'
export type { OpenedSubject, PaidPayment, PaymentKind, PaymentSubject, Settled, StartRequest } from './subject.ts'
