import type { OfferCustomer, OfferSort } from '#contract/offers.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type OfferLineRow = {
  id: number
  line_no: number
  product_id: number | null
  unit_id: number | null
  seo: string | null
  ozelkod2: string | null
  code: string
  name: string
  image: string | null
  unit: string
  multiplier: string
  quantity: number
  price_value: string
  price_currency: string
  tax_rate: string
  profit: string
}

export type OfferRow = {
  id: number
  offer_no: string
  created_at: Date
  creator: string
  is_cancel: boolean
  description: string
  customer_name: string
  customer_company: string
  customer_email: string
  customer_phone: string
  currency: string
  rates: Record<string, string>
  lines: OfferLineRow[]
}

/** An offer with its lines; `o` is the offer's alias. One statement, whatever the lines. */
const offerColumns = `o.id, o.offer_no, o.created_at, u.name AS creator, o.is_cancel, o.description, o.customer_name,
  o.customer_company, o.customer_email, o.customer_phone, o.currency, o.rates,
  (SELECT jsonb_agg(jsonb_build_object('id', l.id, 'line_no', l.line_no, 'product_id', l.product_id,
            'unit_id', l.unit_id, 'seo', p.seo, 'ozelkod2', p.ozelkod2, 'code', l.code, 'name', l.name,
            'image', l.image, 'unit', l.unit, 'multiplier', l.multiplier::text, 'quantity', l.quantity,
            'price_value', l.price_value::text, 'price_currency', l.price_currency,
            'tax_rate', l.tax_rate::text, 'profit', l.profit::text) ORDER BY l.line_no)
     FROM offer_items l LEFT JOIN products p ON p.id = l.product_id AND p.is_active
    WHERE l.offer_id = o.id) AS lines`

const customerText = "coalesce(nullif(o.customer_company, ''), o.customer_name)"
const orders: Record<OfferSort, string> = {
  '-date': 'o.id DESC',
  date: 'o.id',
  customer: `${customerText} = '', ${customerText}, o.id DESC`,
  '-customer': `${customerText} = '', ${customerText} DESC, o.id DESC`,
}
/** `$2`: what the number begins with or the customer has; empty = all. */
const matches = `($2::text = '' OR o.offer_no LIKE upper($2) || '%'
  OR fold(concat_ws(' ', o.customer_name, o.customer_company, o.customer_email)) LIKE '%' || fold($2) || '%')`

export type OfferQuery = { sort: OfferSort; q: string; limit: number; offset: number }

/** A page of a dealer's offers. */
export async function findOffers(db: Db, dealerId: number, query: OfferQuery): Promise<OfferRow[]> {
  const { sort, q, limit, offset } = query
  return db.query<OfferRow>(
    `SELECT ${offerColumns} FROM offers o JOIN users u ON u.id = o.user_id
      WHERE o.dealer_id = $1 AND ${matches}
      ORDER BY ${orders[sort]} LIMIT $3 OFFSET $4`,
    [dealerId, likeText(q), limit, offset],
  )
}

export async function countOffers(db: Db, dealerId: number, q: string): Promise<number> {
  const row = await db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM offers o WHERE o.dealer_id = $1 AND ${matches}`,
    [dealerId, likeText(q)],
    'offer_count',
  )
  return row?.count ?? 0
}

/** As typed: signs that LIKE would read stand for themselves. */
function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** One offer of a dealer. */
export async function findOffer(
  db: Db,
  dealerId: number,
  key: { id: number } | { offerNo: string },
): Promise<OfferRow | undefined> {
  const [column, value] = 'id' in key ? ['o.id', key.id] : ['o.offer_no', key.offerNo]
  return db.one<OfferRow>(
    `SELECT ${offerColumns} FROM offers o JOIN users u ON u.id = o.user_id WHERE o.dealer_id = $1 AND ${column} = $2`,
    [dealerId, value],
  )
}

type Locked = { id: number; offer_no: string; is_cancel: boolean }

/** The dealer's offers of these ids, locked until the transaction ends, by rising id for everybody. */
export async function lockOffers(db: Db, dealerId: number, ids: readonly number[]): Promise<Locked[]> {
  return db.query<Locked>(
    `SELECT id, offer_no, is_cancel FROM offers WHERE dealer_id = $1 AND id = ANY ($2::bigint[])
      ORDER BY id FOR UPDATE`,
    [dealerId, ids],
    'offer_lock',
  )
}

export async function lockOffersByNumber(db: Db, dealerId: number, numbers: readonly string[]): Promise<Locked[]> {
  return db.query<Locked>(
    `SELECT id, offer_no, is_cancel FROM offers WHERE dealer_id = $1 AND offer_no = ANY ($2::text[])
      ORDER BY id FOR UPDATE`,
    [dealerId, numbers],
    'offer_lock_numbers',
  )
}

export async function cancelOffer(db: Db, id: number): Promise<void> {
  await db.execute('UPDATE offers SET is_cancel = true, cancelled_at = now() WHERE id = $1', [id], 'offer_cancel')
}

export type NewProfit = { offerId: number; itemId: number; profit: string }

/** Saves profits; answers how many of the lines there are. */
export async function saveProfits(db: Db, profits: readonly NewProfit[]): Promise<number> {
  return db.execute(
    `UPDATE offer_items l SET profit = r.profit
       FROM unnest($1::bigint[], $2::bigint[], $3::numeric[]) AS r (offer_id, id, profit)
      WHERE l.offer_id = r.offer_id AND l.id = r.id`,
    [profits.map(({ offerId }) => offerId), profits.map(({ itemId }) => itemId), profits.map(({ profit }) => profit)],
    'offer_profits',
  )
}

export async function saveCustomer(db: Db, id: number, customer: OfferCustomer): Promise<void> {
  const { name = '', companyName = '', email = '', phone = '' } = customer
  await db.execute(
    `UPDATE offers SET customer_name = $2, customer_company = $3, customer_email = $4, customer_phone = $5
      WHERE id = $1`,
    [id, name, companyName, email, phone],
    'offer_customer',
  )
}
