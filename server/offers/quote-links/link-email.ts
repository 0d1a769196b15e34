import * as z from 'zod/mini'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Quote } from '#contract/shop/quote.ts'
import { momentInTurkey } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import { loadLetterhead } from '#server/account/account.ts'
import { presentQuote } from '#server/offers/present-offer.ts'
import { findOffer } from '#server/offers/queries.ts'
import { sellerLines } from '#server/offers/quote-email.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueueAll } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { linkStateOf } from './link-columns.ts'
import { findLinkById, type LinkRow, takeDueReminders } from './link-rows.ts'
import { addressOf } from './link-token.ts'

export const quoteMailJob = 'quote-link-mail'

/** To the customer (`sent`, `reminder`), or about its answer to a user of the dealer. */
const jobData = z.object({
  linkId: z.number(),
  kind: z.enum(['sent', 'reminder', 'answered']),
  userId: z.nullable(z.number()),
})
export type QuoteMail = z.output<typeof jobData>

/** Enqueues emails about a link in the transaction of their cause. */
export const enqueueQuoteMail = (db: Db, emails: readonly QuoteMail[]): Promise<void> =>
  enqueueAll(db, quoteMailJob, emails)

/** Enqueues the reminders that are due, each once. Returns their number. */
export function enqueueQuoteReminders(pool: Pool, now: Date): Promise<number> {
  return transaction(pool, async (db) => {
    const ids = await takeDueReminders(db, now)
    await enqueueQuoteMail(
      db,
      ids.map((linkId) => ({ linkId, kind: 'reminder', userId: null })),
    )
    return ids.length
  })
}

type MailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string; secret: Secret }

/** Sends one email. A customer gets none about a link that was answered, withdrawn or has expired since. */
export async function sendQuoteMail(deps: MailDeps, data: object, key: string): Promise<void> {
  const mail = jobData.parse(data)
  const link = await findLinkById(deps.pool, mail.linkId)
  const offer = link && (await findOffer(deps.pool, link.dealer_id, { id: link.offer_id }))
  if (link === undefined || offer === undefined) return
  const quote = presentQuote(offer, await loadLetterhead(deps.pool, link.dealer_id))
  if (mail.kind === 'answered') return sendToDealer(deps, { link, quote, userId: mail.userId }, key)
  const isOpen = linkStateOf(link, new Date()) === 'open' && !link.is_cancel && offer.accepted_at === null
  if (isOpen) await sendToCustomer(deps, { link, quote, kind: mail.kind }, key)
}

type ToCustomer = { link: LinkRow; quote: Quote; kind: 'sent' | 'reminder' }

/** The store's mail server sends it in the dealer's name; replies go to the user who made the link. */
async function sendToCustomer(deps: MailDeps, { link, quote, kind }: ToCustomer, key: string): Promise<void> {
  const { pool, mailer, publicUrl } = deps
  const { email: to } = quote.customer
  const url = addressOf(deps, link)
  if (url === null || !isMailAddress(to)) return
  const { storeEmail, brandColor: color } = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const writer = await findUser(pool, link.user_id)
  const logo = quote.user_logo === null ? null : publicUrl + quote.user_logo
  await mailer.send({
    ...customerEmail(quote, { kind, url, locale: link.locale, logo, color }),
    to,
    key,
    from: { name: quote.user_address.name, address: storeEmail },
    replyTo: writer !== undefined && isMailAddress(writer.email) ? writer.email : undefined,
  })
}

type Look = { kind: 'sent' | 'reminder'; url: string; locale: Locale; logo: string | null; color: string }

function customerEmail(quote: Quote, { kind, url, locale, logo, color }: Look) {
  const { orderNo: number, user_address: seller, customer, currency } = quote
  const { formatDate } = dateFormatsOf(locale)
  const name = customer.name || customer.companyName
  const words = (text: string) => translate(locale, `quoteMail.${text}`, { number, seller: seller.name, name })
  const until = quote.validUntil
  return renderEmail({
    locale,
    sender: { name: seller.name, logo, color, footer: sellerLines(quote, locale) },
    subject: words(`kinds.${kind}.subject`),
    paragraphs: [words(name === '' ? 'helloAnyone' : 'hello'), words(`kinds.${kind}.text`)],
    amount: [words('total'), formatsOf(locale).formatMoney(quote.total, currency)],
    button: { url, label: words('open') },
    facts: until === null ? [] : [[words('validUntil'), formatDate(momentInTurkey(until))] as const],
    closing: [words('regards'), seller.name],
  })
}

type ToDealer = { link: LinkRow; quote: Quote; userId: number | null }

/** The customer's answer, as it was typed. */
async function sendToDealer(deps: MailDeps, { link, quote, userId }: ToDealer, key: string): Promise<void> {
  const { pool, mailer, publicUrl } = deps
  const user = userId === null ? undefined : await findUser(pool, userId)
  if (user === undefined || link.answer === null || !isMailAddress(user.email)) return
  const locale: Locale = user.locale === 'en' ? 'en' : 'tr'
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const customer = quote.customer.companyName || quote.customer.name
  const facts: [string, string][] = [
    ['customer', customer],
    ['by', link.answer_name],
    [link.answer === 'accepted' ? 'note' : 'reason', link.answer_note],
  ]
  const words = (text: string) => translate(locale, `quoteMail.${text}`, { number: quote.orderNo })
  const email = renderEmail({
    locale,
    sender: storeSender(settings, publicUrl, locale),
    subject: words(`kinds.${link.answer}.subject`),
    paragraphs: [words(`kinds.${link.answer}.text`)],
    amount: [words('total'), formatsOf(locale).formatMoney(quote.total, quote.currency)],
    button: { url: `${publicUrl}${pages.offers}?q=${quote.orderNo}&note=${quote.orderNo}`, label: words('toOffer') },
    facts: facts.filter(([, value]) => value !== '').map(([name, value]) => [words(name), value] as const),
  })
  await mailer.send({ ...email, to: user.email, key, from: { name: settings.storeName, address: settings.storeEmail } })
}

async function findUser(db: Db, id: number) {
  return db.one<{ email: string; locale: string | null }>(
    `SELECT email, choices ->> 'locale' AS locale FROM users WHERE id = $1 AND disabled_at IS NULL`,
    [id],
    'quote_mail_user',
  )
}
