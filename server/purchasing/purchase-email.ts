import * as z from 'zod/mini'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { purchasePath } from '#contract/core/record-paths.ts'
import { reasonSentences } from '#contract/shop/purchase-reasons.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import type { EmailDocument } from '#server/platform/email/email-document.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue, enqueueAll } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { type Addressee, deciderFor, findAddressee, findApprovers, nextApprovers } from './approvers.ts'
import { presentReasons } from './present-reasons.ts'
import {
  findPurchase,
  loadApprovals,
  loadPurchaseEvents,
  loadPurchaseLines,
  type PurchaseLineRow,
  type PurchaseRow,
} from './request-rows.ts'

export const purchaseMailJob = 'purchase-mail'

const jobData = z.object({
  requestId: z.number(),
  userId: z.number(),
  kind: z.enum(['new', 'reminder', 'approved', 'refused', 'expired']),
})
type MailKind = z.output<typeof jobData>['kind']

/** Enqueues an email to everybody who may give the next approval, in the transaction of the change. */
export async function enqueueApproverMails(
  db: Db,
  requestId: number,
  kind: 'new' | 'reminder',
  now: Date,
): Promise<void> {
  const row = await findPurchase(db, requestId, null)
  if (row === undefined) return
  const given = await loadApprovals(db, requestId)
  const approvals = given.map(({ user_id: userId, authority_id: authorityId }) => ({ userId, authorityId }))
  const all = await findApprovers(db, row.dealer_id, dayInTurkey(now))
  const { approvers } = nextApprovers(all, { userId: row.user_id, approvals })
  const users = new Set(approvers.map(({ userId }) => userId))
  await enqueueAll(
    db,
    purchaseMailJob,
    [...users].map((userId) => ({ requestId, userId, kind })),
  )
}

/** Enqueues an email to the buyer in the transaction of the decision. */
export async function enqueueBuyerMail(
  db: Db,
  requestId: number,
  kind: 'approved' | 'refused' | 'expired',
): Promise<void> {
  const row = await findPurchase(db, requestId, null)
  if (row !== undefined) await enqueue(db, purchaseMailJob, { requestId, userId: row.user_id, kind })
}

export type PurchaseMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string; now?: () => Date }

/**
 * Sends one email. Throws if it could not be delivered. An approver gets none about what was decided since, or what it may
 * no longer decide.
 */
export async function sendPurchaseMail(deps: PurchaseMailDeps, data: object, key: string): Promise<void> {
  const { pool, mailer, publicUrl, now = () => new Date() } = deps
  const { requestId, userId, kind } = jobData.parse(data)
  const [row, reader] = [await findPurchase(pool, requestId, null), await findAddressee(pool, userId)]
  if (row === undefined || reader === undefined || !isMailAddress(reader.email)) return
  const isApprover = kind === 'new' || kind === 'reminder'
  if (isApprover && !(await mayStillDecide(pool, row, userId, now()))) return
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const seesPrices = reader.seesPrices && settings.showPriceStatus === '1'
  const events = await loadPurchaseEvents(pool, requestId)
  const email = purchaseEmail({
    row,
    kind,
    reader,
    seesPrices,
    publicUrl,
    lines: await loadPurchaseLines(pool, requestId),
    last: events.findLast(({ step }) => step === (kind === 'approved' ? 'ordered' : kind)),
  })
  await mailer.send({
    ...renderEmail({ ...email, sender: storeSender(settings, publicUrl, reader.locale) }),
    to: reader.email,
    key,
    from: { name: settings.storeName, address: settings.storeEmail },
  })
}

async function mayStillDecide(db: Db, row: PurchaseRow, userId: number, now: Date): Promise<boolean> {
  if (row.state !== 'waiting') return false
  const given = await loadApprovals(db, row.id)
  const approvals = given.map((each) => ({ userId: each.user_id, authorityId: each.authority_id }))
  const all = await findApprovers(db, row.dealer_id, dayInTurkey(now))
  return deciderFor(all, userId, { userId: row.user_id, approvals }) !== undefined
}

type Content = {
  row: PurchaseRow
  kind: MailKind
  reader: Addressee
  seesPrices: boolean
  publicUrl: string
  lines: readonly PurchaseLineRow[]
  last: { name: string | null; for_name: string | null; reason: string } | undefined
}

/** User input is inserted as text. */
function purchaseEmail({
  row,
  kind,
  reader,
  seesPrices,
  publicUrl,
  lines,
  last,
}: Content): Omit<EmailDocument, 'sender'> {
  const { locale } = reader
  const { formatMoney, formatQuantity } = formatsOf(locale)
  const { formatDateTime } = dateFormatsOf(locale)
  const about = { buyer: row.buyer, number: row.id, order: row.order_no ?? '', approver: last?.name ?? '' }
  const words = (name: string) => translate(locale, `purchaseMail.${name}`, about)
  const isApprover = kind === 'new' || kind === 'reminder'
  const why = presentReasons({ ...row.facts, reasons: row.reasons }, seesPrices)
  const sentences = reasonSentences(why, { formatMoney, isOwn: false }).map((sentence) =>
    translate(locale, `purchases.why.${sentence.key}`, sentence.facts),
  )
  const facts: [string, string][] = [
    ['why', isApprover ? sentences.join(' ') : ''],
    ['sentBy', isApprover ? row.buyer : ''],
    ['sentAt', formatDateTime(row.created_at)],
    ['until', row.state === 'waiting' ? formatDateTime(row.expires_at) : ''],
    ['decidedBy', kind === 'approved' || kind === 'refused' ? decidedBy(last, locale) : ''],
    ['reason', last?.reason ?? ''],
    ['note', row.terms.note],
  ]
  return {
    locale,
    subject: words(`kinds.${kind}.subject`),
    paragraphs: [words(`kinds.${kind}.text`)],
    ...(seesPrices && { amount: [words('total'), formatMoney(row.total, row.currency)] as const }),
    button: { url: `${publicUrl}${purchasePath(row.id)}`, label: words(isApprover ? 'decide' : 'open') },
    facts: facts.filter(([, value]) => value !== '').map(([name, value]) => [words(name), value] as const),
    lines: {
      heads: [words('product'), words('quantity')],
      rows: lines.map(({ name, code, unit, quantity, quantity_before: before }) => {
        const figures = quantity === before ? [quantity] : [before, quantity]
        const shown = `${figures.map((figure) => formatQuantity(figure)).join(' → ')} ${unit}`
        return { name, details: [code], quantity: shown, amount: undefined }
      }),
    },
  }
}

function decidedBy(last: Content['last'], locale: Addressee['locale']): string {
  if (last?.name == null) return ''
  return last.for_name === null
    ? last.name
    : translate(locale, 'purchases.standsInFor', { name: last.name, other: last.for_name })
}
