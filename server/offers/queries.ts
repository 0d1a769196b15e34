import type { KnownCustomer, OfferCustomer, OfferTerms } from '#contract/shop/offer-changes.ts'
import type { OfferSort, OfferFilterName } from '#contract/shop/offers.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { isOnSale } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { RateSource } from '#domain/money/rate-policy.ts'
import type { NegotiationState } from '#domain/orders/negotiation.ts'
import { newestLink, type QuoteLinkRow } from '#server/offers/quote-links/link-columns.ts'

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
  base_price: string | null
  /** What the dealer pays instead of the price, by an accepted version. */
  agreed_value: string | null
  tax_rate: string
  profit: string
}

export type OfferRow = {
  id: number
  offer_no: string
  created_at: Date
  creator: string
  is_cancel: boolean
  accepted_at: Date | null
  description: string
  customer_name: string
  customer_company: string
  customer_email: string
  customer_phone: string
  customer_tax_office: string
  customer_tax_number: string
  valid_until: string | null
  terms: string
  emails: { created_at: string; sent_to: string; sender: string }[] | null
  currency: string
  rates: Record<string, string>
  rate_sources: Record<string, RateSource>
  rates_locked_until: Date | null
  negotiation: NegotiationState | null
  agreed_until: Date | null
  /** The newest public link. */
  link: QuoteLinkRow | null
  plan_key: string | null
  /** The order that it became; null: none. */
  order_no: string | null
  lines: OfferLineRow[]
}

/** An offer with its lines, in one statement for any number of lines; `o` is the offer's alias. */
export const offerColumns = `o.id, o.offer_no, o.created_at, u.name AS creator, o.is_cancel, o.accepted_at, o.description, o.customer_name,
  o.customer_company, o.customer_email, o.customer_phone, o.customer_tax_office, o.customer_tax_number,
  o.valid_until::text, o.terms, o.currency, o.rates, o.rate_sources, o.rates_locked_until, o.negotiation,
  o.agreed_until, ${newestLink} AS link, o.plan_key,
  (SELECT n.order_no FROM orders n WHERE n.id = o.order_id) AS order_no,
  (SELECT jsonb_agg(jsonb_build_object('created_at', m.created_at, 'sent_to', m.sent_to, 'sender', w.name) ORDER BY m.id DESC)
     FROM offer_mails m JOIN users w ON w.id = m.user_id WHERE m.offer_id = o.id) AS emails,
  (SELECT jsonb_agg(jsonb_build_object('id', l.id, 'line_no', l.line_no, 'product_id', l.product_id,
            'unit_id', l.unit_id, 'seo', p.seo, 'ozelkod2', p.ozelkod2, 'code', l.code, 'name', l.name,
            'image', l.image, 'unit', l.unit, 'multiplier', l.multiplier::text, 'quantity', l.quantity,
            'price_value', l.price_value::text, 'price_currency', l.price_currency,
            'base_price', l.base_price::text, 'agreed_value', l.agreed_value::text, 'tax_rate', l.tax_rate::text, 'profit', l.profit::text) ORDER BY l.line_no)
     FROM offer_items l LEFT JOIN products p ON p.id = l.product_id AND ${isOnSale('p')}
    WHERE l.offer_id = o.id) AS lines`

const customerText = "coalesce(nullif(o.customer_company, ''), o.customer_name)"
export const offerOrders: Record<OfferSort, string> = {
  '-date': 'o.id DESC',
  date: 'o.id',
  customer: `${customerText} = '', ${customerText}, o.id DESC`,
  '-customer': `${customerText} = '', ${customerText} DESC, o.id DESC`,
}

/** Filters a dealer's offers. Days are days in Turkey, both included. */
export type OfferFilter = {
  dealerId: number
  /** The start of the number or part of the customer; empty for all. */
  q: string
  status: OfferFilterName | null
  from: Day | null
  to: Day | null
}

/** The status of offer `o`, as in `offerStatusOf`. */
const offerStatus =
  "CASE WHEN o.is_cancel THEN 'cancelled' WHEN o.accepted_at IS NOT NULL THEN 'accepted' ELSE 'open' END"

/** Whether offer `o` waits for the store's prices. */
export const isAsked = "o.negotiation = 'asked' AND NOT o.is_cancel AND o.order_id IS NULL"

/** Condition on offer `o`; `place`: the parameter with the name of the filter. */
export const isFilteredBy = (place: string): string =>
  `CASE WHEN ${place}::text = 'asked' THEN coalesce(${isAsked}, false) ELSE ${offerStatus} = ${place} END`

const filtered = `o.dealer_id = $1
  AND ($2::text = '' OR o.offer_no LIKE upper($2) || '%'
    OR o.search_text LIKE '%' || fold($2) || '%')
  AND ($3::text IS NULL OR ${isFilteredBy('$3')})
  AND ($4::date IS NULL OR o.created_at >= $4::date::timestamp AT TIME ZONE 'Europe/Istanbul')
  AND ($5::date IS NULL OR o.created_at < ($5::date + 1)::timestamp AT TIME ZONE 'Europe/Istanbul')`

const filterParams = ({ dealerId, q, status, from, to }: OfferFilter): unknown[] => [
  dealerId,
  likeText(q),
  status,
  from,
  to,
]

export type OfferPlace = { sort: OfferSort; limit: number; offset: number }

/** A page of a dealer's offers. */
export async function findOffers(db: Db, filter: OfferFilter, place: OfferPlace): Promise<OfferRow[]> {
  const { sort, limit, offset } = place
  return db.query<OfferRow>(
    // Reads lines only for the offers of the page.
    `SELECT ${offerColumns}
       FROM (SELECT * FROM offers o WHERE ${filtered} ORDER BY ${offerOrders[sort]} LIMIT $6 OFFSET $7) o
       JOIN users u ON u.id = o.user_id ORDER BY ${offerOrders[sort]}`,
    [...filterParams(filter), limit, offset],
  )
}

export async function countOffers(db: Db, filter: OfferFilter): Promise<number> {
  const row = await db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM offers o WHERE ${filtered}`,
    filterParams(filter),
    'offer_count',
  )
  return row?.count ?? 0
}

/** Escapes LIKE wildcards. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** An offer of the dealer. */
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

type Locked = { id: number; offer_no: string; is_cancel: boolean; is_accepted: boolean; is_agreed: boolean }

/** The dealer's offers with these ids, locked by ascending id until the transaction ends. */
export async function lockOffers(db: Db, dealerId: number, ids: readonly number[]): Promise<Locked[]> {
  return db.query<Locked>(
    `SELECT id, offer_no, is_cancel, accepted_at IS NOT NULL AS is_accepted,
            coalesce(agreed_until > now(), false) AS is_agreed FROM offers WHERE dealer_id = $1 AND id = ANY ($2::bigint[])
      ORDER BY id FOR UPDATE`,
    [dealerId, ids],
    'offer_lock',
  )
}

export async function lockOffersByNumber(db: Db, dealerId: number, numbers: readonly string[]): Promise<Locked[]> {
  return db.query<Locked>(
    `SELECT id, offer_no, is_cancel, accepted_at IS NOT NULL AS is_accepted,
            coalesce(agreed_until > now(), false) AS is_agreed FROM offers WHERE dealer_id = $1 AND offer_no = ANY ($2::text[])
      ORDER BY id FOR UPDATE`,
    [dealerId, numbers],
    'offer_lock_numbers',
  )
}

/** Locks an offer of the dealer; until when its rates are locked. */
export function lockRates(
  db: Db,
  dealerId: number,
  id: number,
): Promise<{ rates_locked_until: Date | null } | undefined> {
  return db.one(
    'SELECT rates_locked_until FROM offers WHERE dealer_id = $1 AND id = $2 FOR UPDATE',
    [dealerId, id],
    'offer_lock_rates',
  )
}

/** The order that an offer became. */
export async function setOrderOfOffer(db: Db, id: number, orderId: number): Promise<void> {
  await db.execute('UPDATE offers SET order_id = $2 WHERE id = $1', [id, orderId], 'offer_set_order')
}

/** Sets until when an offer keeps its rates (null: not at all). Returns its number and what it was before; undefined: no such offer. */
export async function changeRateLock(
  db: Db,
  id: number,
  until: Date | null,
): Promise<{ offer_no: string; before: Date | null } | undefined> {
  const row = await db.one<{ offer_no: string; before: Date | null }>(
    'SELECT offer_no, rates_locked_until AS before FROM offers WHERE id = $1 FOR UPDATE',
    [id],
  )
  await db.execute('UPDATE offers SET rates_locked_until = $2 WHERE id = $1', [id, until])
  return row
}

export async function cancelOffer(db: Db, id: number): Promise<void> {
  await db.execute('UPDATE offers SET is_cancel = true, cancelled_at = now() WHERE id = $1', [id], 'offer_cancel')
}

/** An offer that was accepted before keeps its moment. */
export async function acceptOffer(db: Db, id: number): Promise<void> {
  await db.execute('UPDATE offers SET accepted_at = now() WHERE id = $1 AND accepted_at IS NULL', [id], 'offer_accept')
}

/** `line` null: only the profit changes. */
export type LineChange = {
  offerId: number
  itemId: number
  profit: string
  line: { quantity: number; basePrice: number | null } | null
}

/** Whether these lines would change quantities. */
export async function changesQuantities(db: Db, changes: readonly LineChange[]): Promise<boolean> {
  const lines = changes.filter(({ line }) => line !== null)
  const row = await db.one(
    `SELECT FROM offer_items l JOIN unnest($1::bigint[], $2::integer[]) AS r (id, quantity) ON r.id = l.id
      WHERE l.quantity <> r.quantity LIMIT 1`,
    [lines.map(({ itemId }) => itemId), lines.map(({ line }) => line?.quantity)],
    'offer_quantities_change',
  )
  return row !== undefined
}

/** Saves lines. Returns the number of lines found. */
export async function saveLines(db: Db, changes: readonly LineChange[]): Promise<number> {
  return db.execute(
    `UPDATE offer_items l SET profit = r.profit, quantity = coalesce(r.quantity, l.quantity),
            base_price = CASE WHEN r.quantity IS NULL THEN l.base_price ELSE r.base_price END
       FROM unnest($1::bigint[], $2::bigint[], $3::numeric[], $4::integer[], $5::numeric[])
         AS r (offer_id, id, profit, quantity, base_price)
      WHERE l.offer_id = r.offer_id AND l.id = r.id`,
    [
      changes.map(({ offerId }) => offerId),
      changes.map(({ itemId }) => itemId),
      changes.map(({ profit }) => profit),
      changes.map(({ line }) => line?.quantity ?? null),
      changes.map(({ line }) => line?.basePrice ?? null),
    ],
    'offer_lines_save',
  )
}

export async function saveCustomer(db: Db, id: number, customer: OfferCustomer): Promise<void> {
  const { name = '', companyName = '', email = '', phone = '', taxOffice = '', taxNumber = '' } = customer
  await db.execute(
    `UPDATE offers SET customer_name = $2, customer_company = $3, customer_email = $4, customer_phone = $5,
            customer_tax_office = $6, customer_tax_number = $7
      WHERE id = $1`,
    [id, name, companyName, email, phone, taxOffice, taxNumber],
    'offer_customer',
  )
}

export async function saveTerms(
  db: Db,
  id: number,
  { validUntil = null, terms = '', note = '' }: OfferTerms,
): Promise<void> {
  await db.execute(
    'UPDATE offers SET valid_until = $2, terms = $3, description = $4 WHERE id = $1',
    [id, validUntil, terms, note],
    'offer_terms',
  )
}

const customersMax = 200

/** The customers of the dealer's offers, each with its newest data, last used first. */
export async function findCustomers(db: Db, dealerId: number): Promise<KnownCustomer[]> {
  return db.query<KnownCustomer>(
    `SELECT name, "companyName", email, phone, "taxOffice", "taxNumber"
       FROM (SELECT DISTINCT ON (fold(customer_company), fold(customer_name)) id, customer_name AS name,
                    customer_company AS "companyName", customer_email AS email, customer_phone AS phone,
                    customer_tax_office AS "taxOffice", customer_tax_number AS "taxNumber"
               FROM offers WHERE dealer_id = $1 AND (customer_company <> '' OR customer_name <> '')
              ORDER BY fold(customer_company), fold(customer_name), id DESC) AS newest
      ORDER BY id DESC LIMIT ${customersMax}`,
    [dealerId],
    'offer_customers',
  )
}
