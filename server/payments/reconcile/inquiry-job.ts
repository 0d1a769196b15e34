import type { Db } from '#server/platform/db/pool.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { callAttention } from '#server/payments/payment/transition.ts'
import { isUnavailable } from '#server/platform/db/failure.ts'
import { askAboutPayment, endIfLeft } from './inquire.ts'
import { inquiryPauses } from '#server/payments/payment/inquiry-schedule.ts'
import { paymentColumns, type PaymentRow } from '#server/payments/payment/payment-rows.ts'

const atOnce = 20
/** Between questions about a payment that its payer may still be at, or has given up, in seconds. */
const openPause = 300

/**
 * Payments whose time has come: those that nobody knows the end of are asked for at the bank, those that were left expire.
 * Answers how many it took up; several processes take different ones.
 */
export async function runInquiries(deps: PaymentDeps): Promise<number> {
  const payments = await claimDue(deps.pool, deps.now())
  for (const payment of payments) {
    await inquire(deps, payment).catch(async (error: unknown) => {
      deps.warn({ payment: payment.reference, reason: String(error) }, 'A payment could not be inquired')
      if (!isUnavailable(error)) await callAttention(deps.pool, payment.id, 'inquiry_failed')
    })
  }
  return payments.length
}

/** What is due, put off to its next time before anything is done: a process that dies at it loses none. */
async function claimDue(db: Db, now: Date): Promise<PaymentRow[]> {
  return db.query<PaymentRow>(
    `UPDATE payments p
        SET inquiries = p.inquiries + 1,
            inquire_at = $1::timestamptz + make_interval(secs => CASE WHEN p.state IN ('unknown', 'capturing')
              THEN coalesce(($2::integer[])[p.inquiries + 2], 86400) ELSE $3 END)
      WHERE p.id IN (SELECT id FROM payments WHERE inquire_at <= $1
                      ORDER BY inquire_at LIMIT $4 FOR UPDATE SKIP LOCKED)
      RETURNING ${paymentColumns}`,
    [now, inquiryPauses, openPause, atOnce],
    'payments_claim',
  )
}

async function inquire(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  if (await endIfLeft(deps, payment)) return
  await askAboutPayment(deps, payment, { cause: 'inquiry' })
}
