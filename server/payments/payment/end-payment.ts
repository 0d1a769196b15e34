import type { Db } from '#server/platform/db/pool.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { after, askAfter } from './inquiry-schedule.ts'
import type { PaymentRow } from './payment-rows.ts'
import type { Outcome } from '#server/payments/gateways/gateway.ts'
import { movePayment } from './transition.ts'

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

/** It ended without money: what it held is let go of in the same transaction. False: something else was quicker. */
export async function endPayment(
  db: Db,
  deps: Pick<PaymentDeps, 'subjects'>,
  payment: Pick<PaymentRow, 'id' | 'kind'>,
  move: Parameters<typeof movePayment>[2],
): Promise<boolean> {
  const from = await movePayment(db, payment.id, move)
  if (from === null) return false
  await deps.subjects[payment.kind].release(db, { id: payment.id })
  // Nobody has to look any more for what has come to its end.
  await db.execute(
    "UPDATE payments SET attention = NULL WHERE id = $1 AND attention IN ('unknown_for_long', 'inquiry_failed')",
    [payment.id],
    'payments_end_attention',
  )
  return true
}

/** What a bank's refusal writes down, for staff. */
export function declined({ code, text }: Extract<Outcome, { kind: 'declined' }> | { code: string; text: string }) {
  return { result_code: code.slice(0, 40), result_text: text.slice(0, 300) }
}
