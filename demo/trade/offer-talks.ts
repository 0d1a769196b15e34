import { quoteTokensOf } from '#server/offers/quote-links/link-token.ts'
import { type Secret, tokenHash } from '#server/platform/http/secrets.ts'
import type { Db } from '#server/platform/db/pool.ts'

type Round = { kind: 'request' | 'version'; hours: number; percent: number | null; note: string }

/** Of the first dealer's latest open offer: two versions, of which the second waits for the dealer. Percentages are of its prices. */
const talks: readonly Round[] = [
  { kind: 'request', hours: 50, percent: 90, note: 'Şantiye işi, iki hafta içinde sipariş vereceğiz.' },
  { kind: 'version', hours: 46, percent: 96, note: 'Bu miktarda en çok yüzde 4 inebiliyoruz.' },
  { kind: 'request', hours: 27, percent: 92, note: 'Peşin ödersek biraz daha iner mi?' },
  { kind: 'version', hours: 3, percent: 94, note: 'Peşin ödemede yüzde 6; hafta sonuna kadar geçerli.' },
]
/** Of another dealer's latest open offer: a request that waits for the store. */
const asked: readonly Round[] = [
  { kind: 'request', hours: 6, percent: 93, note: 'Rakip fiyatı daha düşük, yaklaşabilir misiniz?' },
]

/**
 * A negotiation with two versions, a request that the store has to answer, and a quote whose public link waits for the answer of
 * the customer.
 */
export async function loadOfferTalks(
  db: Db,
  { today, secret }: { today: Date; secret?: Secret | undefined },
): Promise<void> {
  const offers = await db.query<{ id: number; is_first: boolean; has_email: boolean }>(
    `SELECT id, coalesce(dealer_id = (SELECT dealer_id FROM users WHERE dealer_id IS NOT NULL ORDER BY id LIMIT 1), false) AS is_first,
            customer_email <> '' AS has_email
       FROM offers WHERE NOT is_cancel AND accepted_at IS NULL ORDER BY id DESC`,
  )
  const [talked, ...rest] = offers.filter((offer) => offer.is_first)
  const other = offers.find((offer) => !offer.is_first)
  const quoted = rest.find((offer) => offer.has_email)
  if (talked !== undefined) await insertTalks(db, talked.id, { rounds: talks, state: 'answered', today })
  if (other !== undefined) await insertTalks(db, other.id, { rounds: asked, state: 'asked', today })
  if (quoted !== undefined && secret !== undefined) await insertLink(db, quoted.id, { today, secret })
}

type Talks = { rounds: readonly Round[]; state: 'answered' | 'asked'; today: Date }

/** Nothing in a store without administrators, whose answers these are. */
async function insertTalks(db: Db, offerId: number, { rounds, state, today }: Talks): Promise<void> {
  const count = await db.execute(
    `INSERT INTO offer_rounds (offer_id, number, kind, version, user_id, created_at, note, expires_at)
     SELECT o.id, g.number, g.kind, g.version, CASE g.kind WHEN 'request' THEN o.user_id ELSE a.id END,
            $3::timestamptz - make_interval(hours => g.hours), g.note,
            CASE g.kind WHEN 'version' THEN
              (($3::timestamptz AT TIME ZONE 'Europe/Istanbul')::date + 7)::timestamp AT TIME ZONE 'Europe/Istanbul' END
       FROM offers o, (SELECT min(id) AS id FROM users WHERE role = 'admin' HAVING count(*) > 0) a,
            json_to_recordset($2) AS g (number integer, kind text, version integer, hours integer, note text)
      WHERE o.id = $1`,
    [offerId, JSON.stringify(numbered(rounds)), today],
  )
  if (count === 0) return
  await db.execute(
    `INSERT INTO offer_round_lines (round_id, line_no, quantity, price_value)
     SELECT r.id, i.line_no, i.quantity, round(i.price_value * g.percent / 100, 2)
       FROM offer_rounds r JOIN offer_items i ON i.offer_id = r.offer_id
       JOIN json_to_recordset($2) AS g (number integer, percent numeric) ON g.number = r.number
      WHERE r.offer_id = $1`,
    [offerId, JSON.stringify(numbered(rounds))],
  )
  await db.execute('UPDATE offers SET negotiation = $2 WHERE id = $1', [offerId, state])
}

function numbered(rounds: readonly Round[]) {
  return rounds.map((round, at) => {
    const version = rounds.slice(0, at + 1).filter(({ kind }) => kind === 'version').length
    return { ...round, number: at + 1, version: round.kind === 'version' ? version : null }
  })
}

async function insertLink(db: Db, offerId: number, { today, secret }: { today: Date; secret: Secret }): Promise<void> {
  const seed = `ornek-teklif-${offerId}`
  const [token] = quoteTokensOf(secret, seed)
  await db.execute(
    `WITH valid AS (
       UPDATE offers SET valid_until = ($2::timestamptz AT TIME ZONE 'Europe/Istanbul')::date + 10,
              terms = 'Peşin ödeme. Teslimat şantiyeye, 3 iş günü içinde.'
        WHERE id = $1 RETURNING id, user_id, valid_until)
     INSERT INTO quote_links (offer_id, user_id, token_hash, seed, locale, has_reminder, created_at, expires_at)
     SELECT id, user_id, $3, $4, 'tr', true, $2::timestamptz - interval '1 day',
            (valid_until + 1)::timestamp AT TIME ZONE 'Europe/Istanbul'
       FROM valid`,
    [offerId, today, tokenHash(token), seed],
  )
}
