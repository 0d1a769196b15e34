import type { DiscountAuthority, Discounts } from '#domain/orders/representative-discount.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** The discounts that a representative gives on a cart; none if it gives none. */
export async function loadDiscounts(db: Db, cartId: number): Promise<Discounts> {
  const row = await db.one<{ total_percent: string; lines: Record<string, string> }>(
    'SELECT total_percent, lines FROM cart_discounts WHERE cart_id = $1',
    [cartId],
    'cart_discounts',
  )
  const lines = Object.entries(row?.lines ?? {}).map(([unitId, percent]) => [Number(unitId), percent] as const)
  return { totalPercent: row?.total_percent ?? '0', lines: new Map(lines) }
}

export async function saveDiscounts(db: Db, cartId: number, { totalPercent, lines }: Discounts): Promise<void> {
  await db.execute(
    `INSERT INTO cart_discounts (cart_id, total_percent, lines) VALUES ($1, $2, $3)
     ON CONFLICT (cart_id) DO UPDATE SET total_percent = excluded.total_percent, lines = excluded.lines`,
    [cartId, totalPercent, JSON.stringify(Object.fromEntries(lines))],
    'cart_discounts_save',
  )
}

export async function clearDiscounts(db: Db, cartId: number): Promise<void> {
  await db.execute('DELETE FROM cart_discounts WHERE cart_id = $1', [cartId], 'cart_discounts_clear')
}

/** What a representative may give alone: nothing until the head of sales has set it. */
export async function loadAuthority(db: Db, userId: number): Promise<DiscountAuthority> {
  const row = await db.one<{ line: string; total: string; floor: string | null }>(
    `SELECT line_percent AS line, total_percent AS total, floor_percent AS floor
       FROM representatives WHERE user_id = $1`,
    [userId],
    'representative_authority',
  )
  return row ?? { line: '0', total: '0', floor: null }
}
