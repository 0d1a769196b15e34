import { decimal, lira } from '#domain/money/money.ts'
import { earlyDiscount, type EarlyPaymentStep } from '#domain/payments/compare-payments.ts'
import { addDays, type Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { allocatePayment } from './allocations.ts'
import { describeGrant, describeReturn, grantPrefix, returnPrefix } from './early-payment-entries.ts'
import { postMovement, removePostedMovement } from './post-movement.ts'
import { lockAccounts } from './recalculate-balances.ts'

/** Days after the last step in which payments made in time may still be posted: bank statements come late. */
const lateDays = 45

type OfferedInvoice = {
  dealer_id: number
  invoice_no: string
  movement_id: number
  issued_on: Day
  debit: string
  steps: EarlyPaymentStep[]
}

/**
 * Books the discounts for early payment that these dealers have earned, and takes back what belongs to returned goods
 * (docs/decisions/079), each exactly once. Runs in the transaction that changed the accounts or the invoices.
 */
export async function bookEarlyPayments(db: Db, dealerIds: readonly number[], today: Day): Promise<void> {
  if (dealerIds.length === 0) return
  const invoices = await findOffered(db, dealerIds, today)
  if (invoices.length > 0) {
    await lockAccounts(
      db,
      invoices.map((invoice) => invoice.dealer_id),
    )
    for (const invoice of invoices) await bookDiscount(db, invoice, today)
  }
  for (const returned of await findReturned(db, dealerIds)) await takeBack(db, returned, today)
}

/**
 * Invoices in lira of orders with an offer, whose discount was not booked and which are paid up to it by now. Whether they were in
 * time is checked one by one.
 */
function findOffered(db: Db, dealerIds: readonly number[], today: Day): Promise<OfferedInvoice[]> {
  return db.query<OfferedInvoice>(
    `SELECT i.dealer_id, i.invoice_no, m.id AS movement_id, i.issued_on, m.debit, coalesce(o.early_payment, '[]') AS steps
       FROM orders o
       JOIN invoices i ON i.order_id = o.id AND i.side = 'debit'
       JOIN account_movements m ON m.id = i.movement_id AND m.debit > 0 AND m.currency = $2
      CROSS JOIN LATERAL (SELECT max((step->>'days')::integer) AS days, max((step->>'percent')::numeric) AS percent
                            FROM jsonb_array_elements(o.early_payment) AS step) AS best
      WHERE o.dealer_id = ANY ($1) AND o.early_payment IS NOT NULL AND NOT o.is_cancel
        AND m.unpaid <= round(m.debit * best.percent / 100, 2) AND i.issued_on + best.days >= $4::date - $5::integer
        AND NOT EXISTS (SELECT FROM account_movements g WHERE g.dealer_id = i.dealer_id AND g.reference = $3 || i.invoice_no)
      ORDER BY i.dealer_id, m.id`,
    [dealerIds, lira, grantPrefix, today, lateDays],
    'statement_early_offered',
  )
}

/** The shortest step that was met counts: what was paid by its day pays the invoice together with the discount. */
async function bookDiscount(db: Db, invoice: OfferedInvoice, today: Day): Promise<void> {
  const { dealer_id: dealerId, movement_id: debtId, invoice_no: invoiceNo, issued_on: issuedOn, debit } = invoice
  for (const step of invoice.steps) {
    const discount = earlyDiscount(debit, step)
    const paid = await paidUntil(db, debtId, addDays(issuedOn, step.days))
    if (!discount.greaterThan(0) || decimal(debit).minus(paid).greaterThan(discount)) continue
    const amount = discount.toFixed(2)
    await postMovement(db, {
      dealerId,
      day: today,
      kind: 'credit',
      debit: '0',
      credit: amount,
      documentNo: invoiceNo,
      description: describeGrant('tr', step),
      reference: `${grantPrefix}${invoiceNo}`,
      allocate: (id) => allocatePayment(db, id, { dealerId, amount, debts: [debtId] }),
    })
    return
  }
}

/**
 * What credits posted until a day pay of a debit: those that were made for it, and its share of the others, which pay the
 * oldest due first, as the account shows it.
 */
async function paidUntil(db: Db, debitId: number, day: Day): Promise<string> {
  const row = await db.one<{ paid: string }>(
    `WITH debt AS (SELECT * FROM account_movements WHERE id = $1
     ), allocated AS (
       SELECT a.debit_id, a.amount, c.posted_on <= $2 AS in_time
         FROM account_allocations a JOIN account_movements c ON c.id = a.credit_id, debt
        WHERE c.dealer_id = debt.dealer_id AND c.currency = debt.currency
     ), pool AS (
       SELECT coalesce(sum(m.credit), 0) - (SELECT coalesce(sum(amount), 0) FROM allocated WHERE in_time) AS amount
         FROM account_movements m, debt
        WHERE m.dealer_id = debt.dealer_id AND m.currency = debt.currency AND m.posted_on <= $2
     ), before AS (
       SELECT coalesce(sum(m.debit - coalesce(c.amount, 0)), 0) AS amount
         FROM debt JOIN account_movements m ON m.dealer_id = debt.dealer_id AND m.currency = debt.currency AND m.debit > 0
          AND (coalesce(m.due_on, m.posted_on), m.posted_on, m.id) < (coalesce(debt.due_on, debt.posted_on), debt.posted_on, debt.id)
         LEFT JOIN (SELECT debit_id, sum(amount) AS amount FROM allocated GROUP BY 1) c ON c.debit_id = m.id
     ), own AS (
       SELECT coalesce(sum(amount), 0) AS amount, coalesce(sum(amount) FILTER (WHERE in_time), 0) AS in_time
         FROM allocated WHERE debit_id = $1
     )
     SELECT coalesce(own.in_time + greatest(0, least(debt.debit - own.amount, pool.amount - before.amount)), 0) AS paid
       FROM debt, pool, before, own`,
    [debitId, day],
    'statement_early_paid',
  )
  return row?.paid ?? '0'
}

type ReturnedInvoice = { dealer_id: number; invoice_no: string; amount: string }

/**
 * Posted invoices for returned goods of orders whose discount was booked, with the discount on these goods. The shares of an
 * order's returns add up to the rounded share of all of them: each is the rounded sum with it minus the rounded sum before it.
 */
function findReturned(db: Db, dealerIds: readonly number[]): Promise<ReturnedInvoice[]> {
  return db.query<ReturnedInvoice>(
    `WITH granted AS (
       SELECT i.order_id, sum(g.credit) AS discount, sum(m.debit) AS debit
         FROM orders o
         JOIN invoices i ON i.order_id = o.id AND i.side = 'debit'
         JOIN account_movements m ON m.id = i.movement_id AND m.debit > 0
         JOIN account_movements g ON g.dealer_id = i.dealer_id AND g.reference = $2 || i.invoice_no
        WHERE o.dealer_id = ANY ($1) AND o.early_payment IS NOT NULL
        GROUP BY 1
     ), returned AS (
       SELECT r.dealer_id, r.invoice_no, m.id, m.credit, t.id IS NOT NULL AS is_booked, granted.discount, granted.debit,
              sum(m.credit) OVER (PARTITION BY r.order_id ORDER BY t.id NULLS LAST, m.id) AS up_to
         FROM granted JOIN invoices r ON r.order_id = granted.order_id AND r.side = 'credit'
         JOIN account_movements m ON m.id = r.movement_id AND m.credit > 0 AND m.currency = $4
         LEFT JOIN account_movements t ON t.dealer_id = r.dealer_id AND t.reference = $3 || r.invoice_no
     )
     SELECT dealer_id, invoice_no, coalesce(round(least(up_to, debit) * discount / debit, 2)
            - round(least(up_to - credit, debit) * discount / debit, 2), 0) AS amount
       FROM returned WHERE NOT is_booked ORDER BY dealer_id, id`,
    [dealerIds, grantPrefix, returnPrefix, lira],
    'statement_early_returned',
  )
}

/** Removes the discount of an invoice whose own movement was removed, or what a return invoice took back. */
export async function removeEarlyPayment(db: Db, removed: { dealerId: number; invoiceNo: string; asOf: Day }) {
  const { dealerId, invoiceNo, asOf } = removed
  for (const prefix of [grantPrefix, returnPrefix]) {
    await removePostedMovement(db, { dealerId, reference: `${prefix}${invoiceNo}`, asOf })
  }
}

async function takeBack(db: Db, { dealer_id: dealerId, invoice_no: invoiceNo, amount }: ReturnedInvoice, today: Day) {
  if (!decimal(amount).greaterThan(0)) return
  await postMovement(db, {
    dealerId,
    day: today,
    kind: 'debit',
    debit: amount,
    credit: '0',
    documentNo: invoiceNo,
    description: describeReturn('tr'),
    reference: `${returnPrefix}${invoiceNo}`,
  })
}
