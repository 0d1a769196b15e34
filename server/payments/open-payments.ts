import type { Calls } from '#server/visitor/visitor.ts'
import { registerPaymentAdministration } from '#server/payments/admin/payment-administration.ts'
import { type BinDeps, registerBinCalls } from '#server/payments/bins/bin-routes.ts'
import { registerStoredCards } from '#server/payments/cards/card-routes.ts'
import type { PaymentDeps } from './deps.ts'
import { registerFindingAdministration } from '#server/payments/findings/finding-administration.ts'
import { areOutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import type { BankHttp, PosTerms } from '#server/payments/gateways/gateway.ts'
import { openGateway, requireOpenBank } from '#server/payments/gateways/gateways.ts'
import { registerPaymentsBoard } from '#server/payments/health/board.ts'
import { recordCalls } from '#server/payments/health/record-calls.ts'
import { registerLimitAdministration } from '#server/payments/pos/limit-administration.ts'
import { registerRateAdministration } from '#server/payments/rates/rate-administration.ts'
import { choosePlan, loadPosTerms } from '#server/payments/pos/pos-accounts.ts'
import { registerPosAdministration } from '#server/payments/pos/pos-administration.ts'
import { registerRuleAdministration } from '#server/payments/rules/rule-administration.ts'
import type { MeasureGateway } from './payment-metrics.ts'
import { registerPayerCalls } from './routes.ts'

export type PaymentOptions = Omit<PaymentDeps, 'choosePlan' | 'gatewayOf' | 'requireBank' | 'takesMoneyItself'> & {
  /** Sends requests to banks. */
  http: BankHttp
  measure: MeasureGateway
}

/** Opens the card payments of this process. */
export function openPayments({ http, measure, ...options }: PaymentOptions): PaymentDeps {
  const open = (terms: PosTerms) => openGateway(terms, http, options.now)
  return {
    ...options,
    choosePlan,
    async requireBank(db, id) {
      if (areOutsideCallsOff()) requireOpenBank(await loadPosTerms(db, id, options.secret))
    },
    async takesMoneyItself(db, id) {
      return open(await loadPosTerms(db, id, options.secret)).takesMoneyItself
    },
    async gatewayOf(db, id) {
      const terms = await loadPosTerms(db, id, options.secret)
      requireOpenBank(terms)
      const gateway = measure(open(terms), terms.adapter)
      return recordCalls(gateway, { db: options.pool, posAccountId: id, now: options.now, warn: options.warn })
    },
  }
}

/** Registers all calls of card payments: the payer's, those of installment tables, and the staff's. */
export function registerPayments(
  calls: Calls,
  deps: PaymentDeps & Pick<BinDeps, 'isOpenLink'> & { folder: string },
): void {
  registerBinCalls(calls, deps)
  registerPayerCalls(calls, deps)
  registerStoredCards(calls, deps)
  registerPaymentAdministration(calls, deps)
  registerFindingAdministration(calls, deps)
  registerPaymentsBoard(calls, deps)
  registerPosAdministration(calls, deps)
  registerLimitAdministration(calls, deps)
  registerRuleAdministration(calls, deps)
  registerRateAdministration(calls, deps)
}

/** The origins of the banks' pages of all active accounts: the frame's policy allows sending cards to these. */
export async function bankOrigins(deps: PaymentDeps): Promise<string[]> {
  const accounts = await deps.pool.query<{ id: number }>('SELECT id FROM pos_accounts WHERE is_active')
  const gateways = await Promise.allSettled(accounts.map(({ id }) => deps.gatewayOf(deps.pool, id)))
  // An account that lacks a key is skipped: it takes no payments.
  return [...new Set(gateways.flatMap((gateway) => (gateway.status === 'fulfilled' ? gateway.value.origins : [])))]
}
