import * as z from 'zod/mini'
import { adminLimitApprovalsPath } from '#contract/core/admin-pages.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { lira } from '#domain/money/money.ts'
import { formatsOf } from '#domain/text/format.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { type ApprovalLine, findApproval, type LimitApprovalRow, loadApprovalLines } from './approval-rows.ts'

export const limitMailJob = 'limit-approval-mail'

const jobData = z.object({ id: z.number(), reader: z.enum(['store', 'dealer']) })

/** Enqueues the email about a request in the transaction of the change: a new one to the store, a decided one to the dealer. */
export async function enqueueLimitMail(db: Db, data: z.output<typeof jobData>): Promise<void> {
  await enqueue(db, limitMailJob, data)
}

export type LimitMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string }

/** Emails name at most this many lines; the pages have all of them. */
const maxLines = 50

/** Sends one email. Throws if it could not be delivered. A recipient without a valid address gets none. */
export async function sendLimitMail(deps: LimitMailDeps, data: object, key: string): Promise<void> {
  const { pool, mailer, publicUrl } = deps
  const { id, reader } = jobData.parse(data)
  const row = await findApproval(pool, id)
  if (row === undefined || (reader === 'store' && row.state !== 'waiting')) return
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { orderMailTo, storeEmail, storeName, showPriceStatus } = settings
  const to = reader === 'dealer' ? row.user_email : orderMailTo || storeEmail
  if (!isMailAddress(to)) return
  const locale = reader === 'store' ? 'tr' : row.locale
  const seesPrices = reader === 'store' || showPriceStatus === '1'
  const email = limitEmail(row, await loadApprovalLines(pool, id), { reader, locale, publicUrl, seesPrices })
  await mailer.send({
    ...renderEmail({ ...email, sender: storeSender(settings, publicUrl, locale) }),
    to,
    key,
    from: { name: storeName, address: storeEmail },
    replyTo: reader === 'store' && isMailAddress(row.user_email) ? row.user_email : undefined,
  })
}

type Reading = { reader: 'store' | 'dealer'; locale: Locale; publicUrl: string; seesPrices: boolean }

/** User input is inserted as text. */
function limitEmail(row: LimitApprovalRow, lines: readonly ApprovalLine[], reading: Reading) {
  const { reader, locale, publicUrl, seesPrices } = reading
  const { formatMoney, formatQuantity } = formatsOf(locale)
  const { formatDateTime } = dateFormatsOf(locale)
  const kind = reader === 'store' ? 'asked' : row.state === 'refused' ? 'refused' : 'approved'
  const about = { dealer: row.dealer, user: row.user_name, until: formatDateTime(row.expires_at) }
  const words = (name: string) => translate(locale, `limitMail.${name}`, about)
  const facts: [string, string][] = [
    ['dealer', reader === 'store' ? `${row.dealer} (${row.dealer_code})` : ''],
    ['user', reader === 'store' ? row.user_name : ''],
    ['excess', reader === 'store' ? formatMoney(row.facts.excess, lira) : ''],
    ['note', row.note],
    ['reason', reader === 'dealer' ? row.reason : ''],
    ['until', kind === 'refused' ? '' : formatDateTime(row.expires_at)],
  ]
  const path = reader === 'store' ? `${adminLimitApprovalsPath}?state=waiting` : pages.cart
  return {
    locale,
    subject: words(`kinds.${kind}.subject`),
    paragraphs: [words(`kinds.${kind}.text`)],
    ...(seesPrices && { amount: [words('total'), formatMoney(row.total, row.currency)] as const }),
    button: { url: `${publicUrl}${path}`, label: words(`kinds.${kind}.open`) },
    facts: facts.filter(([, value]) => value !== '').map(([name, value]) => [words(name), value] as const),
    lines: {
      heads: [words('product'), words('quantity')] as const,
      rows: lines.slice(0, maxLines).map(({ name, code, unit, quantity }) => {
        return { name, details: [code], quantity: `${formatQuantity(quantity)} ${unit}`, amount: undefined }
      }),
    },
  }
}
