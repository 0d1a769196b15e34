import { refuse, type Refusal } from '#contract/core/errors.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { acceptedSecrets, sign, type Secret } from '#server/platform/http/secrets.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { resultPath } from '#server/payments/bank-return/result-token.ts'
import type { Card } from '#server/payments/gateways/gateway.ts'
import { chargeOfPayment, paymentColumns, type PaymentRow } from '#server/payments/payment/payment-rows.ts'
import { recordEvent } from '#server/payments/payment/transition.ts'
import { linkHash, type Payer } from './attempt-limits.ts'
import type { StartBody } from './parse-start.ts'
import { type ChosenCard, meansOf, startAt } from './payment-means.ts'
import { browserStep, type StartedPayment } from './send-to-bank.ts'

/**
 * Identifies the body of a start for its idempotency key: a keyed hash of all fields but the card's, and of the card's own
 * keyed hash. Neither expiry nor security code is part of it, in any form. One for each accepted secret, the stored one first.
 */
export function startHashesOf(secret: Secret, body: StartBody, cardKeys: readonly string[]): readonly string[] {
  const { ccno: _number, ccv: _code, expiry: _expiry, ...rest } = body
  const fields = Object.entries(rest).filter(([, value]) => value !== undefined)
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return acceptedSecrets(secret).map((each, i) => sign(each, `start:${JSON.stringify([cardKeys[i] ?? null, sorted])}`))
}

type RepeatedRow = PaymentRow & { start_hash: string | null }

/**
 * The attempt that this payer has started with this key. Aborts with `idempotency_mismatch` if its body was another one, and
 * with `in_progress` while the earlier request is still on its way to the bank.
 */
export async function findRepeated(
  db: Db,
  { userId, linkToken }: Payer,
  { key, hashes }: { key: string | undefined; hashes: readonly string[] },
): Promise<PaymentRow | null> {
  if (key === undefined) return null
  const existing = await db.one<RepeatedRow>(
    `SELECT ${paymentColumns}, p.start_hash FROM payments p
      WHERE p.start_key = $1
        AND CASE WHEN $3::bytea IS NULL THEN p.user_id = $2
                 ELSE p.payment_link_id = (SELECT id FROM payment_links WHERE token_hash = $3) END
      ORDER BY p.id LIMIT 1`,
    [key, userId, linkHash(linkToken)],
    'payments_repeated',
  )
  if (existing === undefined) return null
  if (!hashes.includes(existing.start_hash ?? '')) return abortTransaction('idempotency_mismatch')
  return existing.state === 'created' ? abortTransaction('in_progress') : existing
}

type RepeatedParts = { card: Card | null; chosen: ChosenCard | null; body: StartBody; context: CallContext }

/**
 * Answers a start that is sent again like the first time: with the same payment. While its payer is on the way to the bank,
 * the step is made again with the card that was sent again, since no form with a card is stored; later it leads to the
 * payment's result.
 */
export async function repeatStart(
  deps: PaymentDeps,
  payment: PaymentRow,
  { card, chosen, body, context }: RepeatedParts,
): Promise<StartedPayment | Refusal> {
  const at = deps.now()
  const { reference, state } = payment
  const origin = deps.returnOrigin(context.origin)
  const url = `${origin}${resultPath(deps.secret, reference, at)}`
  const result: StartedPayment = { reference, step: { kind: 'redirect', url } }
  if (state !== 'redirected') return result
  // Every repetition may be a call to the bank: their number is limited.
  if (!(await recordEvent(deps.pool, payment.id, { cause: 'start_repeated', at }))) return refuse('payment_pending')
  const gateway = await deps.gatewayOf(deps.pool, payment.pos_account_id)
  const line = { id: reference, name: payment.description || reference, category: '-', amount: payment.base_amount }
  const charge = chargeOfPayment(payment, origin, [line])
  // A payment on the provider's page has no card of ours, whatever was typed.
  const parts = { gateway, chosen, card: payment.card_first6 === null ? null : card }
  const means = await meansOf(deps.pool, deps, { ...parts, posAccountId: payment.pos_account_id }, body, context)
  const started = await startAt(gateway, charge, means)
  // The first step may still be used: the payment keeps its state.
  if (!started.ok) return refuse(started.kind === 'declined' ? 'payment_pending' : 'bank_unavailable')
  await deps.pool.execute(
    "UPDATE payments SET bank_reference = coalesce($2, bank_reference) WHERE id = $1 AND state = 'redirected'",
    [payment.id, started.bankReference ?? null],
    'payments_repeat_start',
  )
  return { reference, step: browserStep(started.step) }
}
