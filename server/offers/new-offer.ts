import type { Db } from '#server/platform/db/pool.ts'
import type { RateSource } from '#domain/money/rate-policy.ts'

/** The next number of the sequence and the current year in Turkey. A refused offer leaves a gap. */
export async function nextOfferNumber(db: Db): Promise<{ sequence: number; year: number }> {
  const row = await db.one<{ sequence: number; year: number }>(
    `SELECT nextval('offer_number') AS sequence,
            extract(year FROM now() AT TIME ZONE 'Europe/Istanbul')::integer AS year`,
    [],
    'offer_number',
  )
  if (row === undefined) throw new Error('Could not read the next offer number.')
  return row
}

/** The number of an existing offer. */
export async function findOfferNumber(db: Db, id: number): Promise<string> {
  const row = await db.one<{ offer_no: string }>('SELECT offer_no FROM offers WHERE id = $1', [id], 'offer_number_of')
  if (row === undefined) throw new Error(`Offer ${id} does not exist.`)
  return row.offer_no
}

export type NewOffer = {
  offerNo: string
  dealerId: number
  userId: number
  description: string
  currency: string
  rates: Record<string, string>
  rateSources: Readonly<Record<string, RateSource>>
  /** How long the rates are locked; 0: not at all. */
  lockHours: number
  planKey: string | null
}

/** How long a new offer is valid unless its dealer changes it (decision 031). */
const validDays = 15

/** Inserts an offer with the terms of the dealer's previous one. */
export async function insertOffer(db: Db, offer: NewOffer): Promise<number> {
  const { offerNo, dealerId, userId, description, currency, rates, planKey } = offer
  const { rateSources, lockHours } = offer
  const row = await db.one<{ id: number }>(
    `INSERT INTO offers (offer_no, dealer_id, user_id, description, currency, rates, plan_key, valid_until, terms, rate_sources,
                         rates_locked_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, (now() AT TIME ZONE 'Europe/Istanbul')::date + ${validDays},
             coalesce((SELECT terms FROM offers WHERE dealer_id = $2 ORDER BY id DESC LIMIT 1), ''), $8,
             CASE WHEN $9 > 0 THEN now() + $9 * interval '1 hour' END) RETURNING id`,
    [
      offerNo,
      dealerId,
      userId,
      description,
      currency,
      JSON.stringify(rates),
      planKey,
      JSON.stringify(rateSources),
      lockHours,
    ],
    'offer_insert',
  )
  if (row === undefined) throw new Error('Could not insert the offer.')
  return row.id
}

/** A row of offer_items; rows are sent as JSON. */
export type NewOfferLine = {
  line_no: number
  product_id: number
  unit_id: number
  code: string
  name: string
  brand: string | null
  model: string | null
  image: string | null
  unit: string
  multiplier: string
  quantity: number
  price_value: string
  price_currency: string
  tax_rate: string
}

export async function insertOfferLines(db: Db, offerId: number, lines: readonly NewOfferLine[]): Promise<void> {
  await db.execute(
    `INSERT INTO offer_items (offer_id, line_no, product_id, unit_id, code, name, brand, model, image, unit, multiplier,
                              quantity, price_value, price_currency, tax_rate)
     SELECT $1, r.* FROM jsonb_to_recordset($2::jsonb) AS r (line_no integer, product_id integer, unit_id integer,
       code text, name text, brand text, model text, image text, unit text, multiplier numeric, quantity integer,
       price_value numeric, price_currency text, tax_rate numeric)`,
    [offerId, JSON.stringify(lines)],
    'offer_lines_insert',
  )
}
