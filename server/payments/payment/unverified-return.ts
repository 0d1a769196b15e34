import type { UnverifiedReturn } from '#contract/shop/payments.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { PaymentRow } from './payment-rows.ts'

/**
 * What is known about a payment at the bank after its return had a bad or missing signature; null without such a return.
 * If the shop captures the money itself, nothing was charged, because the capture was not sent.
 */
export async function unverifiedReturnOf(
  deps: PaymentDeps,
  { id, state, pos_account_id }: Pick<PaymentRow, 'id' | 'state' | 'pos_account_id'>,
): Promise<UnverifiedReturn | null> {
  if (state !== 'redirected') return null
  const row = await deps.pool.one(
    "SELECT FROM payment_events WHERE payment_id = $1 AND cause = 'callback_forged' LIMIT 1",
    [id],
    'payments_unverified_return',
  )
  if (row === undefined) return null
  const takesMoneyItself = await deps.takesMoneyItself(deps.pool, pos_account_id)
  return takesMoneyItself ? 'checking' : 'not_charged'
}
