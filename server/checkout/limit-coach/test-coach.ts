import type { LimitAdvice, LimitApproval } from '#contract/shop/limit-coach.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import type { RiskMode } from '#domain/orders/risk-limit.ts'
import { addStaff } from '#testing/store-rows.ts'
import { actor, pool, run, set } from '#server/checkout/test-checkout.ts'
import type { Answer } from '#server/platform/http/calls.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'

type Debt = { balance: number; overdue: number }
export type Terms = { limit: number | string; mode?: RiskMode; debts?: Readonly<Record<string, Debt>> }

/** Switches limits on, and gives a dealer this one with debts by currency as an ERP gives them. */
export async function setTerms({ limit, mode = 'order', debts = {} }: Terms, who: Actor = actor): Promise<void> {
  await set('b2b_risk_limit_islem', '1')
  await pool.execute('UPDATE dealers SET risk_limit = $2, risk_mode = $3 WHERE id = $1', [who.dealer?.id, limit, mode])
  for (const [currency, { balance, overdue }] of Object.entries(debts)) {
    await pool.execute(
      `INSERT INTO dealer_balances (dealer_id, currency, balance, overdue_balance, as_of, is_imported, is_overdue_imported)
       VALUES ($1, $2, $3, $4, current_date, true, true)`,
      [who.dealer?.id, currency, balance, overdue],
    )
  }
}

/** The body of a call that must succeed. */
export function bodyOf(answer: Answer): unknown {
  if (!answer.ok) throw new Error(`The call was refused: ${JSON.stringify(answer)}`)
  return answer.body
}

export async function advice(who: Actor = actor): Promise<LimitAdvice> {
  return bodyOf(
    await run('GET', '/api/catalog/limit-advice', { query: {} }, testContext({ actor: who })),
  ) as LimitAdvice
}

export type CartLines = { unitId: number; quantity: number }[]

export async function cartLines(who: Actor = actor): Promise<CartLines> {
  return pool.query<CartLines[number]>(
    `SELECT l.unit_id AS "unitId", l.quantity FROM cart_lines l JOIN carts c ON c.id = l.cart_id
      WHERE c.user_id = $1 ORDER BY l.created_at, l.id`,
    [who.userId],
  )
}

/** Orders a part of the cart as the panel does, by default the proposed one. */
export async function orderPart(
  part: LimitAdvice['part'],
  { who = actor, key, cart }: { who?: Actor; key?: string; cart?: string } = {},
): Promise<Answer> {
  if (part === null) throw new Error('There is no part to order.')
  const lines = part.lines.flatMap(({ unitId, quantity }) => (quantity > 0 ? [{ unitId, quantity }] : []))
  const body = { lines, total: part.total.value, cart: cart ?? cartFingerprint(await cartLines(who)) }
  return run('POST', '/api/catalog/cart-part', { body }, testContext({ actor: who, idempotencyKey: key }))
}

export function ask(who: Actor = actor, body: object = {}): Promise<Answer> {
  const sent = { note: 'Ödememiz cuma günü hesabınızda', ...body }
  return run('POST', '/api/catalog/limit-approvals', { body: sent }, testContext({ actor: who }))
}

export async function decide(
  id: number,
  decision: { approve: boolean; reason?: string; days?: number },
  staff?: Actor,
): Promise<Answer> {
  const { approve, reason = approve ? '' : 'Önce borç kapanmalı', days = 3 } = decision
  const context = testContext({ actor: staff ?? (await addStaff(pool, 'orders')) })
  const path = `/yonetim/limit-approvals/:id/${approve ? 'approve' : 'refuse'}`
  return run('POST', path, { params: { id: String(id) }, body: approve ? { days, reason } : { reason } }, context)
}

/** Asks for approval and gives it; returns its id. */
export async function approved(who: Actor = actor): Promise<number> {
  const { id } = bodyOf(await ask(who)) as LimitApproval
  bodyOf(await decide(id, { approve: true }))
  return id
}
