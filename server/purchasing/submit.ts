import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { countAuthorities, findApprovers } from './approvers.ts'
import type { PurchaseCheck } from './limits.ts'
import { enqueueApproverMails } from './purchase-email.ts'
import { type PurchaseTerms, recordPurchaseEvent } from './request-rows.ts'

/** A line with the price that the buyer saw. */
export type SubmittedLine = {
  product_id: number
  unit_id: number
  code: string
  name: string
  image: string | null
  unit: string
  multiplier: string
  quantity: number
  price_value: string
  price_currency: string
  tax_rate: string
  amount: string
}

export type NewPurchase = {
  dealerId: number
  userId: number
  check: PurchaseCheck
  terms: PurchaseTerms
  currency: string
  total: string
  totalTry: string
  lines: readonly SubmittedLine[]
  now: Date
}

/** Writes an order that waits for an approver, and enqueues the emails. Aborts where no colleague may approve. */
export async function insertPurchase(db: Db, purchase: NewPurchase): Promise<number> {
  const { dealerId, userId, check, now } = purchase
  const approvers = await findApprovers(db, dealerId, dayInTurkey(now))
  if (countAuthorities(approvers, userId) === 0) abortTransaction('purchase_no_approver')
  const { perOrder, perMonth, monthTotal, orderTotal, categories } = check
  const id = await insertRow(
    db,
    'purchase_requests',
    {
      dealer_id: dealerId,
      user_id: userId,
      reasons: check.reasons,
      facts: JSON.stringify({ perOrder, perMonth, monthTotal, orderTotal, categories }),
      terms: JSON.stringify(purchase.terms),
      currency: purchase.currency,
      total: purchase.total,
      total_try: purchase.totalTry,
      created_at: now,
      expires_at: new Date(now.getTime() + check.expiryDays * 86_400_000),
    },
    'purchase_insert',
  )
  await insertLines(db, id, purchase.lines)
  await recordPurchaseEvent(db, id, { step: 'sent', userId })
  await enqueueApproverMails(db, id, 'new', now)
  return id
}

async function insertLines(db: Db, id: number, lines: readonly SubmittedLine[]): Promise<void> {
  await db.execute(
    `INSERT INTO purchase_request_lines (request_id, line_no, product_id, unit_id, code, name, image, unit, multiplier,
       quantity_before, quantity, price_value, price_currency, tax_rate, amount)
     SELECT $1, r.place, r.product_id, r.unit_id, r.code, r.name, r.image, r.unit, r.multiplier, r.quantity, r.quantity,
            r.price_value, r.price_currency, r.tax_rate, r.amount
       FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS (product_id integer, unit_id integer, code text, name text,
         image text, unit text, multiplier numeric, quantity integer, price_value numeric, price_currency text,
         tax_rate numeric, amount numeric)) WITH ORDINALITY AS r (product_id, unit_id, code, name, image, unit,
         multiplier, quantity, price_value, price_currency, tax_rate, amount, place)`,
    [id, JSON.stringify(lines)],
    'purchase_lines_insert',
  )
}
