import type { Db } from '#server/platform/db/pool.ts'

export type TalkedItem = {
  line_no: number
  product_id: number | null
  unit_id: number | null
  code: string
  unit: string
  quantity: number
  price_value: string
  price_currency: string
}

/** The lines of an offer by their position, in order. */
export async function loadItems(db: Db, offerId: number): Promise<Map<number, TalkedItem>> {
  const rows = await db.query<TalkedItem>(
    `SELECT line_no, product_id, unit_id, code, unit, quantity, price_value, price_currency
       FROM offer_items WHERE offer_id = $1 ORDER BY line_no`,
    [offerId],
    'offer_talk_items',
  )
  return new Map(rows.map((row) => [row.line_no, row]))
}

/** What the dealer pays for one unit by line: by the newest version, or the price of the offer. */
export function presentPrices(
  items: ReadonlyMap<number, Pick<TalkedItem, 'price_value'>>,
  rounds: readonly { kind: string; lines: { line_no: number; price_value: string | null }[] | null }[],
): Map<number, string> {
  const prices = new Map([...items].map(([line, { price_value }]) => [line, price_value]))
  for (const { line_no, price_value } of rounds.findLast(({ kind }) => kind === 'version')?.lines ?? []) {
    if (price_value !== null) prices.set(line_no, price_value)
  }
  return prices
}
