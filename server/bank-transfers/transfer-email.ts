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
])
type JobData = z.output<typeof jobData>

/** Enqueues the email to the dealer in the transaction that books a line or rejects a notice. */
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

/** Sends the email about a booked or rejected transfer. A booking that was taken back since then sends none. */
export async function sendTransferMail(
  { pool, mailer, publicUrl }: { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string },
  data: object,
  key: string,
): Promise<void> {
  const job = jobData.parse(data)
  const { kind } = job
  const row = job.kind === 'booked' ? await findBooked(pool, job.bookingId) : await findRejected(pool, job.noticeId)
  if (row === undefined || !isMailAddress(row.email ?? '')) return
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { data: chosen } = localeShape.safeParse(row.locale)
  const locale = chosen ?? 'tr'
  const words = (name: string, facts?: Record<string, string>) => translate(locale, `transferMail.${name}`, facts)
  const amount = formatsOf(locale).formatMoney(row.amount, lira)
  const facts: [string, string][] = [
    [words('day'), formatDay(row.day)],
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
      url: `${publicUrl}${kind === 'booked' ? pages.statement : transfersPath}`,
      label: words(`open.${kind}`),
    },
  })
  const from = { name: settings.storeName, address: settings.storeEmail }
  await mailer.send({ ...email, to: row.email ?? '', key, from })
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
