import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Calls } from '#server/platform/http/handle.ts'
import { registerPaymentAdministration } from '#server/payments/admin/payment-administration.ts'
import { type BinDeps, registerBinCalls } from '#server/payments/bins/bin-routes.ts'
import type { PaymentDeps } from './deps.ts'
import type { BankHttp } from '#server/payments/gateways/gateway.ts'
import { openGateway } from '#server/payments/gateways/gateways.ts'
import { runInquiries } from '#server/payments/reconcile/inquiry-job.ts'
import { registerLimitAdministration } from '#server/payments/pos/limit-administration.ts'
import { choosePlan, loadPosTerms } from '#server/payments/pos/pos-accounts.ts'
import { registerPosAdministration } from '#server/payments/pos/pos-administration.ts'
import { reconcileDay } from '#server/payments/reconcile/reconcile.ts'
import { runRefunds } from '#server/payments/refunds/refund-job.ts'
import { registerPayerCalls } from './routes.ts'

export type PaymentOptions = Omit<PaymentDeps, 'choosePlan' | 'gatewayOf'> & {
  /** The way out to banks. */
  http: BankHttp
}

/** Card payments of this process. */
export function openPayments({ http, ...options }: PaymentOptions): PaymentDeps {
  return {
    ...options,
    choosePlan,
    gatewayOf: async (db, id) => openGateway(await loadPosTerms(db, id, options.secret), http, options.now),
  }
}

/** All calls of card payments: of who pays, of installment tables, and of staff. */
export function registerPayments(calls: Calls, deps: PaymentDeps & Pick<BinDeps, 'isOpenLink'>): void {
  registerBinCalls(calls, deps)
  registerPayerCalls(calls, deps)
  registerPaymentAdministration(calls, deps)
  registerPosAdministration(calls, deps)
  registerLimitAdministration(calls, deps)
}

/** Where the pages of the active accounts' banks are: what the frame may send a card to. */
export async function bankOrigins(deps: PaymentDeps): Promise<string[]> {
  const accounts = await deps.pool.query<{ id: number }>('SELECT id FROM pos_accounts WHERE is_active')
  const gateways = await Promise.allSettled(accounts.map(({ id }) => deps.gatewayOf(deps.pool, id)))
  // An account that lacks a key takes no payments either.
  return [...new Set(gateways.flatMap((gateway) => (gateway.status === 'fulfilled' ? gateway.value.origins : [])))]
}

/** What the clock does: asks banks, ends what was left, sends money back. Until nothing is due. */
export async function runPaymentJobs(deps: PaymentDeps): Promise<void> {
  while ((await runInquiries(deps)) + (await runRefunds(deps)) > 0);
}

/** The bank's books against ours, for the day before. Throws where no bank answered at all, so that it comes again. */
export async function reconcileYesterday(deps: PaymentDeps): Promise<void> {
  const day = addDays(dayInTurkey(deps.now()), -1)
  const { asked, unanswered } = await reconcileDay(deps, day)
  if (asked > 0 && unanswered === asked) throw new Error(`No bank answered for the payments of ${day}.`)
}
