import type { Db } from '#server/platform/db/pool.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { requestAttention } from '#server/payments/payment/transition.ts'
import { isUnavailable } from '#server/platform/db/failure.ts'
import { inquireAtBank, expireIfAbandoned } from './inquire.ts'
import { endedInquiryDelay, inquiryDelays } from '#server/payments/payment/inquiry-schedule.ts'
import { paymentColumns, type PaymentRow } from '#server/payments/payment/payment-rows.ts'

/** Few, since the later ones wait while a bank does not answer. */
const batchSize = 5

/**
 * Processes the due payments of a POS account: abandoned ones expire, the others are inquired at the bank. Returns how many were
 * due.
 * Processes that run at the same time claim different payments.
 */
export async function runInquiries(deps: PaymentDeps, posAccountId: number): Promise<number> {
  const payments = await claimDue(deps.pool, posAccountId, deps.now())
  for (const payment of payments) {
    await inquire(deps, payment).catch(async (error: unknown) => {
      deps.warn({ payment: payment.reference, reason: String(error) }, 'An inquiry failed')
      if (!isUnavailable(error)) await requestAttention(deps.pool, payment.id, 'inquiry_failed')
    })
  }
  return payments.length
}

/** Claims due payments by setting their next inquiry time first, so that a process that dies loses none. */
async function claimDue(db: Db, posAccountId: number, now: Date): Promise<PaymentRow[]> {
  return db.query<PaymentRow>(
    `UPDATE payments p
        SET inquiries = p.inquiries + 1,
            inquire_at = $1::timestamptz + make_interval(secs => CASE WHEN p.state IN ('unknown', 'capturing')
              THEN coalesce(($2::integer[])[p.inquiries + 2], 86400) ELSE $3 END)
      WHERE p.id IN (SELECT id FROM payments WHERE inquire_at <= $1 AND pos_account_id = $5
                      ORDER BY inquire_at LIMIT $4 FOR UPDATE SKIP LOCKED)
      RETURNING ${paymentColumns}`,
    [now, inquiryDelays, endedInquiryDelay, batchSize, posAccountId],
    'payments_claim',
  )
}

async function inquire(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  if (await expireIfAbandoned(deps, payment)) return
  await inquireAtBank(deps, payment, { kind: 'inquiry' })
}
