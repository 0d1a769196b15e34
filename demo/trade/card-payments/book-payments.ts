import { addDays, type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { PaidPayment } from '#server/payments/payments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { postCardPayment, postCardRefund, recalculateBalances } from '#server/statement/statement.ts'
import type { DrawnPayment } from './draw-payments.ts'
import { capturedAt, refundedAt } from './payment-rows.ts'

const termDays = 30

/**
 * Books captured payments to the accounts, each with the invoice that it pays: of an order the ERP issues it on the next day.
 * Returns the ids of the entries by the references of the payments.
 */
export async function bookPayments(
  db: Db,
  captured: readonly DrawnPayment[],
  today: Day,
): Promise<Map<string, number>> {
  const invoices = await insertInvoices(db, captured, today)
  await recalculateBalances(db, dealersOf(captured), today)
  const entries = new Map<string, number>()
  for (const payment of captured) {
    const { reference, order } = payment
    const debts = [invoices.get(reference) ?? 0]
    entries.set(reference, await postCardPayment(db, paidPayment(payment), { orderNo: order?.order_no ?? null, debts }))
  }
  return entries
}

export const dealersOf = (payments: readonly DrawnPayment[]): number[] => [
  ...new Set(payments.map(({ payer }) => payer.dealer_id)),
]

function paidPayment(payment: DrawnPayment): PaidPayment {
  const { id, reference, payer, base, fee, amount, installment } = payment
  return {
    ...{ id, reference, dealerId: payer.dealer_id, userId: payer.user_id, paymentLinkId: null, baseAmount: base },
    ...{
      fee,
      amount,
      currency: 'TRY',
      installment,
      description: '',
      locale: 'tr',
      snapshot: null,
      capturedAt: capturedAt(payment),
    },
  }
}

/** Returns the ids by the references of the payments. */
async function insertInvoices(db: Db, captured: readonly DrawnPayment[], today: Day): Promise<Map<string, number>> {
  const rows = captured.map(({ id, payer, base, order, at, reference }) => {
    const paid = dayInTurkey(at)
    const posted = order === null ? addDays(paid, -6 - (id % 9)) : addDays(paid, 1)
    const document_no = `FTR${posted.slice(0, 4)}${String(700_000_000 + id)}`
    const due_on = addDays(posted, termDays)
    return {
      dealer_id: payer.dealer_id,
      posted_on: posted > today ? today : posted,
      due_on,
      document_no,
      base,
      reference,
    }
  })
  const inserted = await db.query<{ id: number; reference: string }>(
    `INSERT INTO account_movements (dealer_id, posted_on, due_on, document_no, kind, description, debit, credit, currency, reference)
     SELECT dealer_id, posted_on, due_on, document_no, 'invoice', 'Mal alışı', base, 0, 'TRY', 'DEMO-' || reference
       FROM json_to_recordset($1) AS given (dealer_id integer, posted_on date, due_on date, document_no text, base numeric,
                                            reference text)
     RETURNING id, reference`,
    [JSON.stringify(rows)],
  )
  return new Map(inserted.map(({ id, reference }) => [reference.replace(/^DEMO-/, ''), id]))
}

/** Books what was refunded of a payment, and the return of the goods. */
export async function bookRefund(db: Db, payment: DrawnPayment): Promise<void> {
  const { id, refunded } = payment
  const at = refundedAt(payment)
  const refund = await db.one<{ id: number }>(
    `INSERT INTO payment_refunds (payment_id, request_key, kind, amount, state, cause, requested_by, result_code, created_at, ended_at)
     SELECT $1, 'ornek-iade', 'refund', $2, 'done', 'Eksik çıkan iki koli', min(id), '00', $3, $3 FROM users WHERE dealer_id IS NULL
     RETURNING id`,
    [id, refunded, at],
  )
  const returned = { id: refund?.id ?? 0, kind: 'refund', amount: refunded } as const
  const debit = await postCardRefund(db, paidPayment(payment), returned, at)
  await db.execute('UPDATE payment_refunds SET movement_id = $2 WHERE id = $1', [returned.id, debit])
  await insertReturn(db, debit ?? 0, dayInTurkey(at))
}

/** The invoice of the goods that the refund was for. */
async function insertReturn(db: Db, refundMovement: number, day: Day): Promise<void> {
  await db.execute(
    `INSERT INTO account_movements (dealer_id, posted_on, document_no, kind, description, debit, credit, currency, reference)
     SELECT dealer_id, $2, 'IAD' || to_char($2::date, 'YYYY') || lpad(id::text, 9, '0'), 'return', 'İade faturası', 0, debit, 'TRY',
            'DEMO-' || reference
       FROM account_movements WHERE id = $1`,
    [refundMovement, day],
  )
}
