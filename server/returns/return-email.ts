import * as z from 'zod/mini'
import type { Locale } from '#contract/core/visitor.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { adminReturnPath, returnPath } from '#contract/core/record-paths.ts'
import type { SettingKey } from '#contract/shop/settings.ts'
import type { ReturnReason, ReturnState } from '#domain/after-sales/goods-return.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { EmailDocument } from '#server/platform/email/email-document.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'

export const returnMailJob = 'return-mail'

const jobData = z.object({ eventId: z.number(), reader: z.enum(['dealer', 'store']) })
type MailData = z.output<typeof jobData>

/** Enqueues the email in the transaction that writes the event: to the store about new returns, else to the dealer. */
export async function enqueueReturnMail(db: Db, data: MailData): Promise<void> {
  await enqueue(db, returnMailJob, data)
}

/** The setting that switches the email about a step off. */
const switches: Partial<Record<ReturnState, SettingKey>> = {
  accepted: 'returnMailDecided',
  refused: 'returnMailDecided',
  received: 'returnMailReceived',
  closed: 'returnMailClosed',
}

type MailRow = {
  id: number
  return_no: string
  state: ReturnState
  note: string
  reason: ReturnReason
  description: string
  invoice_no: string
  order_no: string
  locale: Locale
  dealer: string
  user_name: string
  user_email: string
  lines: {
    code: string
    name: string
    unit: string
    quantity: number
    accepted: number | null
    received: number | null
  }[]
}

export type ReturnMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string }

/** Sends one email. Throws if it could not be delivered. A recipient without a valid address gets none. */
export async function sendReturnMail(deps: ReturnMailDeps, data: object, key: string): Promise<void> {
  const { pool, mailer, publicUrl } = deps
  const { eventId, reader } = jobData.parse(data)
  const row = await findMailRow(pool, eventId)
  if (row === undefined) return
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { orderMailTo, storeEmail, storeName } = settings
  const setting = switches[row.state]
  if (reader === 'dealer' && (setting === undefined || settings[setting] !== '1')) return
  const to = reader === 'dealer' ? row.user_email : orderMailTo || storeEmail
  if (!isMailAddress(to)) return
  const locale = reader === 'store' ? 'tr' : row.locale
  await mailer.send({
    ...renderEmail({
      ...returnEmail(row, reader, locale, publicUrl),
      sender: storeSender(settings, publicUrl, locale),
    }),
    to,
    key,
    from: { name: storeName, address: storeEmail },
    replyTo: reader === 'store' && isMailAddress(row.user_email) ? row.user_email : undefined,
  })
}

async function findMailRow(db: Db, eventId: number): Promise<MailRow | undefined> {
  return db.one<MailRow>(
    `SELECT r.id, r.return_no, e.state, e.note, r.reason, r.description, r.invoice_no, o.order_no, r.locale,
            d.name AS dealer, u.name AS user_name, u.email AS user_email,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('code', l.code, 'name', l.name, 'unit', l.unit, 'quantity', x.quantity,
                      'accepted', x.accepted, 'received', x.received) ORDER BY x.line_no), '[]')
               FROM return_lines x JOIN order_lines l ON l.order_id = x.order_id AND l.line_no = x.line_no
              WHERE x.return_id = r.id) AS lines
       FROM return_events e JOIN returns r ON r.id = e.return_id JOIN orders o ON o.id = r.order_id
       JOIN dealers d ON d.id = r.dealer_id JOIN users u ON u.id = r.user_id
      WHERE e.id = $1`,
    [eventId],
    'return_mail',
  )
}

/** User input is inserted as text. */
function returnEmail(row: MailRow, reader: MailData['reader'], locale: Locale, publicUrl: string) {
  const about = { number: row.return_no, dealer: row.dealer, name: row.user_name, order: row.order_no }
  const words = (key: string) => translate(locale, `returnMail.${key}`, about)
  const step = reader === 'store' ? 'requested' : row.state
  const facts: [string, string][] = [
    ['number', row.return_no],
    ['order', row.order_no],
    ...(reader === 'store' ? [['dealer', row.dealer] as [string, string]] : []),
    ['reason', translate(locale, `returns.reasons.${row.reason}`)],
    ['description', reader === 'store' ? row.description : ''],
    ['note', row.note],
    ['invoiceNo', row.invoice_no],
  ]
  const path = reader === 'store' ? adminReturnPath(row.id) : returnPath(row.return_no)
  return {
    locale,
    subject: words(`steps.${step}.subject`),
    paragraphs: [words(`steps.${step}.text`)],
    facts: facts.filter(([, value]) => value !== '').map(([name, value]) => [words(name), value] as const),
    lines: linesOf(row, locale),
    button: { url: `${publicUrl}${path}`, label: words('open') },
  }
}

/** What was requested; once decided, how much of it was accepted, and how much came. */
function linesOf({ lines, state }: MailRow, locale: Locale): NonNullable<EmailDocument['lines']> {
  const { formatQuantity } = formatsOf(locale)
  const shown = (line: MailRow['lines'][number]): string => {
    const isReceived = state === 'received' || state === 'closed'
    const then = isReceived ? line.received : state === 'requested' ? null : line.accepted
    const before = isReceived ? (line.accepted ?? line.quantity) : line.quantity
    const figures = then === null || then === before ? [before] : [before, then]
    return `${figures.map((figure) => formatQuantity(figure)).join(' → ')} ${line.unit}`
  }
  return {
    heads: [translate(locale, 'returnMail.product'), translate(locale, 'returnMail.quantity')],
    rows: lines.map((line) => {
      return { name: line.name, details: [line.code], quantity: shown(line), amount: undefined }
    }),
  }
}
