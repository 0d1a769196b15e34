import * as z from 'zod/mini'
import { adminOfferPath } from '#contract/core/admin-pages.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { OfferRound } from '#contract/shop/offer-rounds.ts'
import { type RoundKind, sideOf } from '#domain/orders/negotiation.ts'
import { formatsOf, priceDecimals } from '#domain/text/format.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import { maySeePrices } from '#server/account/account.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueueAll } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { loadAnyOffers } from '#server/offers/administration-queries.ts'
import { presentTalks } from './present-talks.ts'
import { loadRounds } from './round-rows.ts'

export const roundMailJob = 'offer-round-mail'

/** `userId` null: the store. */
const jobData = z.object({ roundId: z.number(), userId: z.nullable(z.number()) })

/** Enqueues the emails about a round in its transaction: to users of the dealer, or (null) to the store. */
export async function enqueueRoundMail(db: Db, roundId: number, userIds: readonly (number | null)[]): Promise<void> {
  const emails = userIds.map((userId): z.output<typeof jobData> => ({ roundId, userId }))
  await enqueueAll(db, roundMailJob, emails)
}

type MailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string }

/** Emails name at most this many lines; the pages have all of them. */
const maxLines = 50

/** Sends one email. A recipient without a valid address, and a user who may not sign in any more, gets none. */
export async function sendRoundMail({ pool, mailer, publicUrl }: MailDeps, data: object, key: string): Promise<void> {
  const { roundId, userId } = jobData.parse(data)
  const row = await findRoundOffer(pool, roundId)
  const [offer] = row === undefined ? [] : await loadAnyOffers(pool, [row.offer_id])
  if (row === undefined || offer === undefined) return
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { orderMailTo, storeEmail, storeName, showPriceStatus } = settings
  const user = userId === null ? null : await findUser(pool, userId, row.dealer_id)
  if (user === undefined) return
  const to = user === null ? orderMailTo || storeEmail : user.email
  if (!isMailAddress(to)) return
  const locale: Locale = user?.locale === 'en' ? 'en' : 'tr'
  const side = user === null ? 'store' : 'dealer'
  const talks = presentTalks(offer, { rounds: await loadRounds(pool, row.offer_id), side, now: new Date() })
  const round = talks.rounds.find(({ number }) => number === row.number)
  if (round === undefined) return
  const seesPrices = user === null || (showPriceStatus === '1' && user.may_see_prices === true)
  const about = {
    number: offer.offer_no,
    dealer: offer.dealer,
    dealerCode: offer.dealer_code,
    currency: talks.currency,
  }
  const path =
    side === 'store' ? adminOfferPath(row.offer_id) : `${pages.offers}?q=${offer.offer_no}&note=${offer.offer_no}`
  const email = roundEmail(round, { ...about, locale, side, seesPrices, url: publicUrl + path })
  await mailer.send({
    ...renderEmail({ ...email, sender: storeSender(settings, publicUrl, locale) }),
    to,
    key,
    from: { name: storeName, address: storeEmail },
    replyTo: side === 'store' && isMailAddress(row.email) ? row.email : undefined,
  })
}

type About = {
  number: string
  dealer: string
  dealerCode: string
  currency: string
  locale: Locale
  side: 'dealer' | 'store'
  seesPrices: boolean
  url: string
}

/** User input is inserted as text. */
function roundEmail(round: OfferRound, { locale, side, seesPrices, url, currency, ...about }: About) {
  const { formatMoney, formatQuantity } = formatsOf(locale)
  const { formatDateTime } = dateFormatsOf(locale)
  const words = (name: string) => translate(locale, `offerRoundMail.${name}`, { ...about, by: round.by ?? '' })
  const price = (value: number, code: string) => formatMoney(value, code, priceDecimals(value))
  const { totals, expiresAt } = round
  const facts: [string, string][] = [
    ['dealer', side === 'store' ? `${about.dealer} (${about.dealerCode})` : ''],
    ['user', side === 'store' && sideOf(round.kind) === 'dealer' ? (round.by ?? '') : ''],
    ['note', round.note],
    ['before', seesPrices && totals !== null ? formatMoney(totals.before, currency) : ''],
    ['until', expiresAt === null ? '' : formatDateTime(new Date(expiresAt))],
  ]
  const changed = round.lines.filter((line) => line.note !== '' || (line.price !== null && line.price !== line.before))
  return {
    locale,
    subject: words(`kinds.${round.kind}.subject`),
    paragraphs: [words(`kinds.${round.kind}.text`)],
    ...(seesPrices && totals !== null && { amount: [words('total'), formatMoney(totals.now, currency)] as const }),
    button: { url, label: words('open') },
    facts: facts.filter(([, value]) => value !== '').map(([name, value]) => [words(name), value] as const),
    ...(changed.length > 0 && {
      lines: {
        heads: [words('product'), words('quantity'), words('price')] as const,
        rows: changed.slice(0, maxLines).map((line) => ({
          name: line.name,
          details: [line.code, ...(line.note === '' ? [] : [line.note])],
          quantity: `${formatQuantity(line.quantity)} ${line.unit}`,
          amount:
            seesPrices && line.price !== null
              ? `${price(line.before, line.currency)} → ${price(line.price, line.currency)}`
              : undefined,
        })),
      },
    }),
  }
}

type RoundOffer = { offer_id: number; number: number; kind: RoundKind; dealer_id: number; email: string }

async function findRoundOffer(db: Db, roundId: number): Promise<RoundOffer | undefined> {
  return db.one<RoundOffer>(
    `SELECT r.offer_id, r.number, r.kind, o.dealer_id, u.email FROM offer_rounds r
       JOIN offers o ON o.id = r.offer_id JOIN users u ON u.id = r.user_id WHERE r.id = $1`,
    [roundId],
    'offer_round_mail',
  )
}

async function findUser(db: Db, id: number, dealerId: number) {
  return db.one<{ email: string; locale: string | null; may_see_prices: boolean | null }>(
    `SELECT u.email, u.choices ->> 'locale' AS locale, ${maySeePrices} AS may_see_prices
       FROM users u WHERE u.id = $1 AND u.dealer_id = $2 AND u.disabled_at IS NULL`,
    [id, dealerId],
    'offer_round_mail_user',
  )
}
