import type { Locale } from '#contract/core/visitor.ts'
import type { EarlyPaymentStep } from '#domain/payments/compare-payments.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'

/** The reference of the credit for an invoice that was paid early; of the debit that takes it back for returned goods. */
export const grantPrefix = 'ERKEN-'
export const returnPrefix = 'IADE-ERKEN-'

export function describeGrant(locale: Locale, { days, percent }: EarlyPaymentStep): string {
  const formatted = formatsOf(locale).formatQuantity(Number(percent))
  return translate(locale, 'earlyPayment.booked', { percent: formatted, days: String(days) })
}

export const describeReturn = (locale: Locale): string => translate(locale, 'earlyPayment.takenBack')

type EarlyPaymentEntry = { id: number; describe(locale: Locale): string }

/** The discounts for early payment among these movements. The step of a discount is the first one of its order with this amount. */
export async function loadEarlyPayments(db: Db, ids: readonly number[]): Promise<EarlyPaymentEntry[]> {
  const rows = await db.query<{ id: number; step: EarlyPaymentStep | null }>(
    `SELECT g.id, found.step
       FROM account_movements g
       JOIN invoices i ON i.dealer_id = g.dealer_id AND i.side = 'debit' AND g.reference = $2 || i.invoice_no
       JOIN account_movements m ON m.id = i.movement_id
       JOIN orders o ON o.id = i.order_id
      CROSS JOIN LATERAL (
        SELECT step FROM jsonb_array_elements(o.early_payment) AS step
         WHERE round(m.debit * (step->>'percent')::numeric / 100, 2) = g.credit
         ORDER BY (step->>'days')::integer LIMIT 1) AS found
      WHERE g.id = ANY ($1)
     UNION ALL
     SELECT id, NULL FROM account_movements WHERE id = ANY ($1) AND starts_with(reference, $3)`,
    [ids, grantPrefix, returnPrefix],
    'statement_early_entries',
  )
  return rows.map(({ id, step }) => ({
    id,
    describe: (locale) => (step === null ? describeReturn(locale) : describeGrant(locale, step)),
  }))
}
