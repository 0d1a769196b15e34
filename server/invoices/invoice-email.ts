import * as z from 'zod/mini'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { invoicePath } from '#contract/core/record-paths.ts'
import { locale as localeShape } from '#contract/core/visitor.ts'
import { addDays, type Day, dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'

export const invoiceMailJob = 'invoice-mail'

const jobData = z.object({ invoiceId: z.number() })

/** Older invoices are records of the past: their dealers have them already. */
const newForDays = 30

/** Enqueues the email in the transaction that inserts the invoice, so that it is sent once. */
export async function enqueueInvoiceMail(db: Db, invoiceId: number): Promise<void> {
  await enqueue(db, invoiceMailJob, { invoiceId } satisfies z.output<typeof jobData>)
}

type MailRow = {
  id: number
  invoice_no: string
  side: 'debit' | 'credit'
  issued_on: Day
  due_on: Day | null
  currency: string
  total: string
  email: string | null
  locale: string | null
}

/** Sends the email about a new invoice, unless the setting `invoiceEmails` is off. A dealer without an address gets none. */
export async function sendInvoiceMail(
  { pool, mailer, publicUrl }: { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string },
  data: object,
  key: string,
): Promise<void> {
  const { invoiceId } = jobData.parse(data)
  const row = await findMailRow(pool, invoiceId)
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  if (row === undefined || settings.invoiceEmails !== '1' || !isMailAddress(row.email ?? '')) return
  if (row.issued_on < addDays(dayInTurkey(new Date()), -newForDays)) return
  const { data: chosen } = localeShape.safeParse(row.locale)
  const locale = chosen ?? 'tr'
  const words = (name: string, facts?: Record<string, string>) => translate(locale, `invoiceMail.${name}`, facts)
  const total = formatsOf(locale).formatMoney(row.total, row.currency)
  const due: [string, string][] = row.due_on === null ? [] : [[words('dueDate'), formatDay(row.due_on)]]
  const email = renderEmail({
    locale,
    sender: storeSender(settings, publicUrl, locale),
    subject: words(`subject.${row.side}`, { number: row.invoice_no }),
    paragraphs: [words(`text.${row.side}`)],
    amount: [words('total'), total],
    facts: [[words('number'), row.invoice_no], [words('date'), formatDay(row.issued_on)], ...due],
    button: { url: `${publicUrl}${invoicePath(row.id)}`, label: words('open') },
  })
  const from = { name: settings.storeName, address: settings.storeEmail }
  await mailer.send({ ...email, to: row.email ?? '', key, from })
}

/** The dealer's own address, otherwise that of its first user. */
function findMailRow(db: Db, id: number): Promise<MailRow | undefined> {
  return db.one<MailRow>(
    `SELECT i.id, i.invoice_no, i.side, i.issued_on, i.due_on, i.currency, i.total,
            coalesce(nullif(d.email, ''), u.email) AS email, u.choices ->> 'locale' AS locale
       FROM invoices i JOIN dealers d ON d.id = i.dealer_id
       LEFT JOIN LATERAL (SELECT email, choices FROM users
                           WHERE dealer_id = d.id AND disabled_at IS NULL ORDER BY id LIMIT 1) u ON true
      WHERE i.id = $1 AND d.disabled_at IS NULL`,
    [id],
    'invoice_mail',
  )
}
