import type { TypedPrices, TypedUnit } from '#contract/admin/products.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { SetPrice } from '#server/pricing/pricing.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { exactMultiplier, exactPrice } from './parse-units.ts'

/**
 * Saves the units of a product with their prices, in this order. Writes only what differs, so that processes re-read no
 * more than necessary. Returns the sale prices that were set.
 */
export async function saveUnits(
  db: Db,
  productId: number,
  units: readonly TypedUnit[],
  existing: readonly TypedUnit[],
): Promise<SetPrice[]> {
  const remainingIds = new Set(units.map(({ id }) => id))
  await removeUnits(
    db,
    existing.filter(({ id }) => !remainingIds.has(id)),
  )
  await releaseSwappedNames(db, units, existing)
  const ids: number[] = []
  const set: SetPrice[] = []
  for (const [position, unit] of units.entries()) {
    const index = existing.findIndex(({ id }) => id !== null && id === unit.id)
    const isSame = index === position && isSameUnit(unit, existing[index])
    const id = unit.id ?? (await insertUnit(db, productId, unit, position))
    if (unit.id !== null && !isSame) await updateUnit(db, unit, position)
    ids.push(id)
    const prices = existing[index]?.prices ?? []
    if (JSON.stringify(prices) !== JSON.stringify(unit.prices)) await savePrices(db, id, unit.prices, prices)
    set.push(...setPrices(id, unit.prices, prices))
  }
  const defaultId = ids[units.findIndex(({ isDefault }) => isDefault)] ?? null
  await db.execute(
    'UPDATE products SET default_unit_id = $2, updated_at = now() WHERE id = $1 AND default_unit_id IS DISTINCT FROM $2',
    [productId, defaultId],
  )
  return set
}

const isSameUnit = (a: TypedUnit, b: TypedUnit | undefined) =>
  a.name === b?.name && a.multiplier === b.multiplier && a.barcode === b.barcode

/** Rejects removing a unit that is in a cart: the cart line would disappear silently. Orders and offers have copies. */
async function removeUnits(db: Db, removed: readonly TypedUnit[]): Promise<void> {
  if (removed.length === 0) return
  const ids = removed.map(({ id }) => id)
  // Blocks adding these units to carts until the transaction ends.
  await db.query('SELECT FROM product_units WHERE id = ANY ($1) ORDER BY id FOR UPDATE', [ids])
  const usedUnit = await db.one<{ name: string; carts: number }>(
    `SELECT u.name, count(*) AS carts FROM product_units u JOIN cart_lines l ON l.product_id = u.product_id AND l.unit_id = u.id
      WHERE u.id = ANY ($1) GROUP BY u.id ORDER BY u.id LIMIT 1`,
    [ids],
  )
  if (usedUnit !== undefined) abortTransaction(unitInCarts(usedUnit))
  await db.execute('DELETE FROM product_units WHERE id = ANY ($1)', [ids])
}

const unitInCarts = ({ name, carts }: { name: string; carts: number }): Refusal => ({
  ...refuse('validation_failed'),
  fields: { units: { text: 'productForm.problems.unitInCarts', facts: { name, count: carts } } },
})

/** Gives renamed units temporary names, because two units that swap names would violate the unique index. */
async function releaseSwappedNames(db: Db, units: readonly TypedUnit[], existing: readonly TypedUnit[]): Promise<void> {
  const renamed = units.filter(({ id, name }) =>
    existing.some((unit) => unit.id === id && id !== null && unit.name !== name),
  )
  if (renamed.length < 2) return
  await db.execute(`UPDATE product_units SET name = '#' || id WHERE id = ANY ($1)`, [renamed.map(({ id }) => id)])
}

async function insertUnit(db: Db, productId: number, unit: TypedUnit, position: number): Promise<number> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO product_units (product_id, name, multiplier, barcode, position)
     VALUES ($1, $2, $3::numeric, nullif($4, ''), $5) RETURNING id`,
    [productId, unit.name, exactMultiplier(unit.multiplier), unit.barcode, position],
  )
  if (row === undefined) throw new Error('Could not insert the unit.')
  return row.id
}

async function updateUnit(db: Db, unit: TypedUnit, position: number): Promise<void> {
  await db.execute(
    `UPDATE product_units SET name = $2, multiplier = $3::numeric, barcode = nullif($4, ''), position = $5 WHERE id = $1`,
    [unit.id, unit.name, exactMultiplier(unit.multiplier), unit.barcode, position],
  )
}

function setPrices(unitId: number, prices: readonly TypedPrices[], existing: readonly TypedPrices[]): SetPrice[] {
  return prices.flatMap(({ list, sale }) => {
    const previous = existing.find((each) => each.list === list)
    const value = exactPrice(sale.value)
    const isSame = JSON.stringify(previous?.sale) === JSON.stringify(sale)
    return value === null || isSame ? [] : [{ unitId, price: { value, currency: sale.currency } }]
  })
}

const priceNames = ['sale', 'list', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5']
const columns = priceNames.flatMap((name) => [`${name}_value`, `${name}_currency`])

async function savePrices(
  db: Db,
  unitId: number,
  prices: readonly TypedPrices[],
  existing: readonly TypedPrices[],
): Promise<void> {
  const lists = new Set(prices.map(({ list }) => list))
  const removed = existing.map(({ list }) => list).filter((list) => !lists.has(list))
  if (removed.length > 0) {
    await db.execute('DELETE FROM unit_prices WHERE unit_id = $1 AND price_list_id = ANY ($2)', [unitId, removed])
  }
  for (const listPrices of prices) {
    const previous = existing.find(({ list }) => list === listPrices.list)
    if (JSON.stringify(previous) === JSON.stringify(listPrices)) continue
    const amounts = [listPrices.sale, listPrices.listPrice, ...listPrices.plans]
    await db.execute(
      `INSERT INTO unit_prices (unit_id, price_list_id, ${columns.join(', ')})
       VALUES ($1, $2, ${columns.map((_column, at) => `$${at + 3}`).join(', ')})
       ON CONFLICT (unit_id, price_list_id) DO UPDATE
         SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      [unitId, listPrices.list, ...amounts.flatMap(({ value, currency }) => [exactPrice(value), currency || null])],
    )
  }
}
