import * as z from 'zod/mini'
import type { Locale } from '#contract/core/visitor.ts'
import { adminFaultReportPath, faultReportPath } from '#contract/core/record-paths.ts'
import type { FaultState } from '#domain/after-sales/fault-report.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'

export const faultMailJob = 'fault-report-mail'

const jobData = z.object({ eventId: z.number(), reader: z.enum(['dealer', 'store']) })
type MailData = z.output<typeof jobData>

/**
 * Enqueues the email in the transaction that writes the event: to the store about new reports, to the dealer about all
 * later events.
 */
export async function enqueueFaultMail(db: Db, data: MailData): Promise<void> {
  await enqueue(db, faultMailJob, data)
}

type MailRow = {
  id: number
  report_no: string
  state: FaultState
  note: string
  created_at: Date
  product_code: string
  product_name: string
  serial_no: string
  description: string
  contact_name: string
  contact_phone: string
  contact_email: string
  locale: Locale
  dealer: string
  user_email: string
}

export type FaultMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string }

/** Sends one email. Throws if it could not be delivered. A recipient without a valid address gets none. */
export async function sendFaultMail(
  { pool, mailer, publicUrl }: FaultMailDeps,
  data: object,
  key: string,
): Promise<void> {
  const { eventId, reader } = jobData.parse(data)
  const row = await findMailRow(pool, eventId)
  if (row === undefined) return
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { orderMailTo, storeEmail, storeName } = settings
  const contact = isMailAddress(row.contact_email) ? row.contact_email : row.user_email
  const to = reader === 'dealer' ? contact : storeEmail || orderMailTo
  if (!isMailAddress(to)) return
  const email = faultEmail(row, reader, publicUrl)
  await mailer.send({
    ...renderEmail({ ...email, sender: storeSender(settings, publicUrl, email.locale) }),
    to,
    key,
    from: { name: storeName, address: storeEmail },
    replyTo: reader === 'store' ? contact : undefined,
  })
  failpoint('fault_mail.after_send')
}

async function findMailRow(db: Db, eventId: number): Promise<MailRow | undefined> {
  return db.one<MailRow>(
    `SELECT r.id, r.report_no, e.state, e.note, e.created_at, r.product_code, r.product_name, r.serial_no, r.description,
            r.contact_name, r.contact_phone, r.contact_email, r.locale, d.name AS dealer, u.email AS user_email
       FROM fault_report_events e JOIN fault_reports r ON r.id = e.report_id JOIN dealers d ON d.id = r.dealer_id
            JOIN users u ON u.id = r.user_id
      WHERE e.id = $1`,
    [eventId],
  )
}

/** User input is inserted as text. */
function faultEmail(row: MailRow, reader: MailData['reader'], publicUrl: string) {
  const locale = reader === 'store' ? 'tr' : row.locale
  const words = (key: string, facts?: Record<string, string>) => translate(locale, `faultMail.${key}`, facts)
  const about = {
    number: row.report_no,
    dealer: row.dealer,
    name: row.contact_name,
    state: translate(locale, `faultReport.states.${row.state}`),
  }
  const path = reader === 'store' ? adminFaultReportPath(row.id) : faultReportPath(row.report_no)
  return {
    locale,
    subject: words(`subject.${reader}`, about),
    paragraphs: [words(`greeting.${reader}`, about)],
    facts: factsOf(row, reader).map(([name, value]) => [words(name), name === 'state' ? about.state : value] as const),
    button: { url: `${publicUrl}${path}`, label: words('open') },
  }
}

/** Names and values; empty ones are left out. */
function factsOf(row: MailRow, reader: MailData['reader']): [string, string][] {
  const common: [string, string][] = [
    ['number', row.report_no],
    ['product', `${row.product_code} ${row.product_name}`],
    ['serialNo', row.serial_no],
  ]
  const ofReader: [string, string][] =
    reader === 'dealer'
      ? [
          ['state', row.state],
          ['note', row.note],
        ]
      : [
          ['dealer', row.dealer],
          [
            'contact',
            [row.contact_name, row.contact_phone, row.contact_email].filter((each) => each !== '').join(', '),
          ],
          ['description', row.description],
        ]
  return [...common, ...ofReader].filter(([, value]) => value !== '')
}
