import type { Db } from '#server/platform/db/pool.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { after, askAfter } from './inquiry-schedule.ts'
import type { PaymentRow } from './payment-rows.ts'
import { endPayment } from '#server/payments/bank-return/settle.ts'

/** Gives up an attempt that has not been authenticated. A bank that takes money on its own page is asked all the same. */
export async function cancelOpen(
  db: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  { cause, at, userId = null }: { cause: string; at: Date; userId?: number | null },
): Promise<boolean> {
  const { takesMoneyItself } = await deps.gatewayOf(db, payment.pos_account_id)
  const mayHoldMoney = takesMoneyItself && payment.state === 'redirected'
  const set = mayHoldMoney ? { inquire_at: after(at, askAfter), inquiries: 0 } : {}
  return endPayment(db, deps, payment, { to: 'cancelled', from: ['created', 'redirected'], cause, userId, at, set })
}
