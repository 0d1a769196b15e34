import * as z from 'zod/mini'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { pages } from '#contract/core/pages.ts'
import { transfersPath } from '#contract/core/transfer-paths.ts'
import { locale as localeShape } from '#contract/core/visitor.ts'
import { lira } from '#domain/money/money.ts'
import { type Day, formatDay } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'

export const transferMailJob = 'transfer-mail'

const jobData = z.union([
  z.object({ kind: z.literal('booked'), bookingId: z.number() }),
  z.object({ kind: z.literal('rejected'), noticeId: z.number() }),
  z.object({ kind: z.literal('reminder'), orderId: z.number() }),
])
type JobData = z.output<typeof jobData>

/** Enqueues the email to the dealer in the transaction that books a line, rejects a notice or reminds of an order. */
export async function enqueueTransferMail(db: Db, data: JobData): Promise<void> {
  await enqueue(db, transferMailJob, data)
}

type MailRow = {
  amount: string
  day: Day
  reference: string
  sender: string
  reason: string
  email: string | null
  locale: string | null
}
/** Of an order that waits for its transfer. */
type AwaitedRow = MailRow & { order_no: string }

/**
 * Sends the email about a booked or rejected transfer, or one that an order waits for. A booking that was taken back since then, or
 * an order that was paid or cancelled, sends none.
 */
export async function sendTransferMail(
  { pool, mailer, publicUrl }: { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string },
  data: object,
  key: string,
): Promise<void> {
  const job = jobData.parse(data)
  const { kind } = job
  const row = await findRow(pool, job)
  if (row === undefined || !isMailAddress(row.email ?? '')) return
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { data: chosen } = localeShape.safeParse(row.locale)
  const locale = chosen ?? 'tr'
  const words = (name: string, facts?: Record<string, string>) => translate(locale, `transferMail.${name}`, facts)
  const amount = formatsOf(locale).formatMoney(row.amount, lira)
  const facts: [string, string][] = [
    [words('order'), orderNoOf(row) ?? ''],
    [words(kind === 'reminder' ? 'dueOn' : 'day'), formatDay(row.day)],
    [words('sender'), row.sender],
    [words('reference'), row.reference],
    [words('reason'), row.reason],
  ]
  const email = renderEmail({
    locale,
    sender: storeSender(settings, publicUrl, locale),
    subject: words(`subject.${kind}`, { amount }),
    paragraphs: [words(`text.${kind}`)],
    amount: [words('amount'), amount],
    facts: facts.filter(([, value]) => value !== ''),
    button: {
      url: `${publicUrl}${pathOf(kind, row)}`,
      label: words(`open.${kind}`),
    },
  })
  const from = { name: settings.storeName, address: settings.storeEmail }
  await mailer.send({ ...email, to: row.email ?? '', key, from })
}

function findRow(pool: Pool, job: JobData): Promise<MailRow | AwaitedRow | undefined> {
  if (job.kind === 'booked') return findBooked(pool, job.bookingId)
  return job.kind === 'rejected' ? findRejected(pool, job.noticeId) : findAwaited(pool, job.orderId)
}

const orderNoOf = (row: MailRow | AwaitedRow): string | null => ('order_no' in row ? row.order_no : null)

function pathOf(kind: JobData['kind'], row: MailRow | AwaitedRow): string {
  const orderNo = orderNoOf(row)
  if (orderNo !== null) return `${pages.checkoutSummary}?order=${encodeURIComponent(orderNo)}`
  return kind === 'booked' ? pages.statement : transfersPath
}

/** To the user who reported it, otherwise to the dealer's own address, otherwise to its first user. */
const recipient = `
  coalesce(r.email, nullif(d.email, ''), f.email) AS email,
  CASE WHEN r.id IS NOT NULL THEN r.choices ->> 'locale' ELSE f.choices ->> 'locale' END AS locale`
const recipients = `
  LEFT JOIN users r ON r.id = n.user_id AND r.disabled_at IS NULL
  LEFT JOIN LATERAL (SELECT email, choices FROM users
                      WHERE dealer_id = d.id AND disabled_at IS NULL ORDER BY id LIMIT 1) f ON true`

const findBooked = (db: Db, id: number): Promise<MailRow | undefined> =>
  db.one<MailRow>(
    `SELECT b.amount, l.booked_on AS day, l.reference, l.sender, '' AS reason, ${recipient}
       FROM bank_line_bookings b JOIN bank_lines l ON l.id = b.line_id JOIN dealers d ON d.id = b.dealer_id
       LEFT JOIN transfer_notices n ON n.id = b.notice_id ${recipients}
      WHERE b.id = $1 AND b.reversed_at IS NULL AND d.disabled_at IS NULL`,
    [id],
    'transfer_mail_booked',
  )

const findRejected = (db: Db, id: number): Promise<MailRow | undefined> =>
  db.one<MailRow>(
    `SELECT n.amount, n.sent_on AS day, '' AS reference, n.sender, n.reason, ${recipient}
       FROM transfer_notices n JOIN dealers d ON d.id = n.dealer_id ${recipients}
      WHERE n.id = $1 AND n.state = 'rejected' AND d.disabled_at IS NULL`,
    [id],
    'transfer_mail_rejected',
  )

const findAwaited = (db: Db, id: number): Promise<AwaitedRow | undefined> =>
  db.one<AwaitedRow>(
    `SELECT o.order_no, o.total_try AS amount, w.due_on AS day, '' AS reference, '' AS sender, '' AS reason, u.email,
            u.choices ->> 'locale' AS locale
       FROM awaited_transfers w JOIN orders o ON o.id = w.order_id JOIN users u ON u.id = o.user_id
      WHERE w.order_id = $1 AND w.booking_id IS NULL AND NOT o.is_cancel AND u.disabled_at IS NULL`,
    [id],
    'transfer_mail_awaited',
  )
