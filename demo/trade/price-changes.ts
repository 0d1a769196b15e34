import { addDays, dayInTurkey, momentInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** By the user who keeps prices: a raise that was published and can be undone, and one that waits for its time. */
export async function loadPriceChanges(db: Db, now: Date): Promise<void> {
  const published = await insertRaise(db, { name: 'Kur farkı ayarı', brand: 0, factor: '1.02', percent: '2' })
  await db.execute(
    `UPDATE unit_prices up SET (sale_value, list_value, plan1_value, plan2_value, plan3_value, plan4_value, plan5_value) =
            ROW (${[1, 2, 3, 4, 5, 6, 7].map((at) => `r.after_values[${at}]`).join(', ')})
       FROM price_change_rows r JOIN price_changes c ON c.id = r.change_id
      WHERE c.id = $1 AND up.price_list_id = c.price_list_id AND up.unit_id = r.unit_id`,
    [published],
  )
  await db.execute(
    `UPDATE price_changes SET state = 'published', requested_by = created_by, requested_at = now() - interval '2 days',
            published_at = now() - interval '2 days' WHERE id = $1`,
    [published],
  )
  const scheduled = await insertRaise(db, { name: 'Ay başı zammı', brand: 1, factor: '1.08', percent: '8' })
  const monthStart = momentInTurkey(nextMonth(dayInTurkey(now)), '08:00')
  await db.execute(
    `UPDATE price_changes SET state = 'scheduled', requested_by = created_by, requested_at = now() - interval '1 hour',
            publish_at = $2 WHERE id = $1`,
    [scheduled, monthStart],
  )
}

/** The first day of the next month, at least a week ahead, so that the demo shows it for a while. */
function nextMonth(today: string): string {
  const later = addDays(today, 7)
  const next = addDays(`${later.slice(0, 8)}28`, 4)
  return `${next.slice(0, 8)}01`
}

const prices = ['sale', 'list', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5'].map((price) => `up.${price}_value`)

/** A price times $3, rounded to .90; a price on request and no price stay. */
const raisedSql = (price: string): string =>
  `CASE WHEN ${price} > 0 THEN greatest(round(${price} * $3::numeric - 0.9) + 0.9, 0.9) ELSE ${price} END`

type Raise = { name: string; brand: number; factor: string; percent: string }

/** A draft of the default list that raises the higher prices of a brand (by its number of products) and rounds them to .90. */
async function insertRaise(db: Db, { name, brand, factor, percent }: Raise): Promise<number> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO price_changes (price_list_id, name, created_by, created_at)
     SELECT l.id, $1, u.id, now() - interval '3 days'
       FROM price_lists l, users u WHERE l.is_default AND u.email = 'fiyat@example.com' RETURNING id`,
    [name],
  )
  if (row === undefined) throw new Error('The store has no price manager.')
  const brandRow = await db.one<{ id: number; name: string }>(
    `SELECT b.id, b.name FROM brands b JOIN products p ON p.brand_id = b.id
       JOIN unit_prices up ON up.unit_id = p.default_unit_id AND up.sale_value > 50
      WHERE b.id <> (SELECT id FROM brands ORDER BY name LIMIT 1)
      GROUP BY b.id ORDER BY count(*) DESC, b.name OFFSET $1 LIMIT 1`,
    [brand],
  )
  const units = await db.execute(
    `INSERT INTO price_change_rows (change_id, unit_id, before_values, before_currencies, after_values, after_currencies)
     SELECT $1, unit_id, before, currencies, after, currencies
       FROM (SELECT up.unit_id, ARRAY[${prices.join(', ')}] AS before, ARRAY[${prices.map(raisedSql).join(', ')}] AS after,
                    ARRAY[up.sale_currency, up.list_currency, up.plan1_currency, up.plan2_currency, up.plan3_currency,
                          up.plan4_currency, up.plan5_currency] AS currencies
               FROM unit_prices up JOIN product_units u ON u.id = up.unit_id JOIN products p ON p.id = u.product_id
              WHERE p.brand_id = $2 AND p.variant_names IS NULL AND up.sale_value > 50
                AND up.price_list_id = (SELECT id FROM price_lists WHERE is_default)) price
      WHERE before <> after`,
    [row.id, brandRow?.id, factor],
  )
  await db.execute('UPDATE price_changes SET row_count = $2, revision = 2 WHERE id = $1', [row.id, units])
  const facts = { by: 'percent', value: percent, currency: '', form: '.90', direction: 'nearest', units }
  await db.execute(
    `INSERT INTO price_change_steps (change_id, kind, facts, made_by, made_at)
     SELECT id, 'raise', $2, created_by, created_at FROM price_changes WHERE id = $1`,
    [row.id, JSON.stringify({ ...facts, brand: brandRow?.name ?? '' })],
  )
  return row.id
}
