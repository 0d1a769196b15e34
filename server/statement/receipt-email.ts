import * as z from 'zod/mini'
import { locale as localeShape, type Locale } from '#contract/core/visitor.ts'
import { maskedCardNumber } from '#domain/payments/card.ts'
import { formatsOf } from '#domain/text/format.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import { decimal } from '#domain/money/money.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import type { EmailSender } from '#server/platform/email/email-document.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'

export const receiptMailJob = 'payment-receipt'

/** The recipient: the payer of a payment link with an email address, or the dealer's user who paid or made the link. */
type Reader = 'payer' | 'dealer'
const jobData = z.object({ paymentId: z.number(), reader: z.enum(['payer', 'dealer']) })

/** Enqueues receipts in the transaction that captures the payment. */
export async function enqueueReceipt(db: Db, paymentId: number, reader: Reader): Promise<void> {
  await enqueue(db, receiptMailJob, { paymentId, reader } satisfies z.output<typeof jobData>)
}

type ReceiptRow = {
  reference: string
  amount: string
  base_amount: string
  fee: string
  currency: string
  installment: number
  captured_at: Date
  card_first6: string | null
  card_last4: string | null
  description: string
  locale: Locale
  dealer: string
  payer_email: string | null
  user_email: string
  user_name: string
  user_locale: string | null
}

/** Sends one receipt. A recipient without a valid address gets none. */
export async function sendReceipt(
  { pool, mailer, publicUrl }: { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string },
  data: object,
  key: string,
): Promise<void> {
  const { paymentId, reader } = jobData.parse(data)
  const row = await findReceipt(pool, paymentId)
  const to = (reader === 'payer' ? row?.payer_email : row?.user_email) ?? ''
  if (row === undefined || !isMailAddress(to)) return
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { storeName, storeEmail } = settings
  const locale = localeOf(row, reader)
  const email = receiptEmail(row, { reader, locale, sender: storeSender(settings, publicUrl, locale) })
  await mailer.send({ ...email, to, key, from: { name: storeName, address: storeEmail } })
}

async function findReceipt(db: Db, paymentId: number): Promise<ReceiptRow | undefined> {
  return db.one<ReceiptRow>(
    `SELECT p.reference, p.amount, p.base_amount, p.fee, p.currency, p.installment, p.captured_at, p.card_first6, p.card_last4,
            p.description, p.locale, d.name AS dealer, l.email AS payer_email, u.email AS user_email,
            u.name AS user_name, u.choices ->> 'locale' AS user_locale
       FROM payments p JOIN dealers d ON d.id = p.dealer_id LEFT JOIN payment_links l ON l.id = p.payment_link_id
       JOIN users u ON u.id = coalesce(p.user_id, l.user_id)
      WHERE p.id = $1 AND p.captured_at IS NOT NULL`,
    [paymentId],
  )
}

/** Users receive it in their own language, payers in the one in which they paid. */
function localeOf(row: ReceiptRow, reader: Reader): Locale {
  const chosen = localeShape.safeParse(row.user_locale)
  return reader === 'dealer' && chosen.success ? chosen.data : row.locale
}

type ReceiptFacts = { reader: Reader; locale: Locale; sender: EmailSender }

function receiptEmail(row: ReceiptRow, { reader, locale, sender }: ReceiptFacts) {
  const words = (key: string, facts?: Record<string, string>) => translate(locale, `paymentMail.receipt.${key}`, facts)
  const { formatMoney } = formatsOf(locale)
  return renderEmail({
    locale,
    sender,
    subject: words('subject', { amount: formatMoney(row.amount, row.currency) }),
    paragraphs: [words(`greeting.${reader}`, { name: row.user_name })],
    amount: [words('amount'), formatMoney(row.amount, row.currency)],
    facts: receiptFacts(row, locale, sender.name).map(([name, value]) => [words(name), value] as const),
  })
}

function receiptFacts(row: ReceiptRow, locale: Locale, payee: string): [string, string][] {
  const { formatDateTime } = dateFormatsOf(locale)
  const { formatMoney } = formatsOf(locale)
  const { card_first6: first6, card_last4: last4, installment } = row
  const facts: [string, string][] = [
    ['reference', row.reference],
    ['date', formatDateTime(row.captured_at)],
    ['payee', payee],
    ['dealer', row.dealer],
    ['base', formatMoney(row.base_amount, row.currency)],
    ['fee', decimal(row.fee).isZero() ? '' : formatMoney(row.fee, row.currency)],
    ['amount', formatMoney(row.amount, row.currency)],
    ['installment', installment === 1 ? translate(locale, 'paymentMail.receipt.single') : String(installment)],
    ['card', first6 === null || last4 === null ? '' : maskedCardNumber(first6, last4)],
    ['description', row.description],
  ]
  return facts.filter(([, value]) => value !== '')
}
