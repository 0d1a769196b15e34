import { setImmediate as pause } from 'node:timers/promises'
import type { Product } from '#contract/shop/product.ts'
import { exchange, decimal, lira } from '#domain/money/money.ts'
import { presentProduct } from '#server/catalog/product/present-product.ts'
import { loadProductRows, pricesOf, type ProductRow, type UnitPriceRow } from '#server/catalog/product/product-rows.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type StoreFacts, type View, viewOf } from '#server/settings/settings.ts'
import type { ListUser } from './list-users.ts'

/** How many of the products change their price for a dealer, and by how much on average, in percent. */
export type Effect = { changed: number; average: number | null }

/** Products between two pauses, in which requests run. */
const atOnce = 50

type Given = { change: number; list: number; products: readonly number[] }

/** Computes what a change of a list does for dealers; equal dealers are computed once. */
export async function createEffects(db: Db, facts: StoreFacts, given: Given) {
  const found = new Map<string, Promise<Effect>>()
  const wanted = await loadWanted(db, given)
  return {
    of(user: ListUser): Promise<Effect> {
      const known = found.get(user.key)
      if (known !== undefined) return known
      const effect = computeEffect(db, facts, { ...given, wanted, user })
      found.set(user.key, effect)
      return effect
    },
  }
}

/**
 * Of a changed unit: its prices by the change, and in the default list; null for none. `before`: its prices from before the
 * publication; undefined: the list still has them.
 */
type Wanted = { before?: UnitPriceRow | null; after: UnitPriceRow | null; base: UnitPriceRow | null }

async function loadWanted(db: Db, { change, products }: Given): Promise<ReadonlyMap<number, Wanted>> {
  const rows = await db.query<{
    unit_id: number
    is_published: boolean
    before_values: number[] | null
    before_currencies: string[] | null
    values: number[] | null
    currencies: string[] | null
    base: UnitPriceRow | null
  }>(
    `SELECT r.unit_id, c.published_at IS NOT NULL AS is_published,
            (CASE r.conflict WHEN 'overwritten' THEN r.replaced_values ELSE r.before_values END)::float8[] AS before_values,
            CASE r.conflict WHEN 'overwritten' THEN r.replaced_currencies ELSE r.before_currencies END AS before_currencies,
            r.after_values::float8[] AS values, r.after_currencies AS currencies,
            CASE WHEN up.unit_id IS NOT NULL THEN ${pricesOf('up')} END AS base
       FROM price_change_rows r
       JOIN price_changes c ON c.id = r.change_id
       JOIN product_units u ON u.id = r.unit_id
       LEFT JOIN unit_prices up ON up.unit_id = r.unit_id
        AND up.price_list_id = (SELECT id FROM price_lists WHERE is_default)
      WHERE r.change_id = $1 AND u.product_id = ANY ($2) AND r.conflict IS DISTINCT FROM 'left'`,
    [change, products],
  )
  return new Map(
    rows.map(({ unit_id, is_published, before_values, before_currencies, values, currencies, base }) => [
      unit_id,
      {
        ...(is_published && { before: pricesFrom(before_values, before_currencies) }),
        after: pricesFrom(values, currencies),
        base,
      },
    ]),
  )
}

function pricesFrom(values: number[] | null, currencies: string[] | null): UnitPriceRow | null {
  const prices = values?.flatMap((value, at) => [value, currencies?.[at] ?? null]) as UnitPriceRow | undefined
  return prices ?? null
}

type Computed = Given & { wanted: ReadonlyMap<number, Wanted>; user: ListUser }

async function computeEffect(db: Db, facts: StoreFacts, { list, products, wanted, user }: Computed): Promise<Effect> {
  const view = viewFor(user, facts)
  const rows = await loadProductRows(db, products, view, { alsoInactive: true })
  const isDefault = list === facts.defaultPriceListId
  // A dealer that falls back to the list has other prices of its own.
  const own = view.priceListId === list ? new Set<number>() : await unitsIn(db, view.priceListId, [...wanted.keys()])
  const pricesAt = (place: 'before' | 'after') => (unit: number, present: UnitPriceRow | null) => {
    const change = wanted.get(unit)
    const prices = change?.[place]
    if (change === undefined || prices === undefined || own.has(unit)) return present
    return prices ?? (isDefault ? null : change.base)
  }
  const moves: number[] = []
  let changed = 0
  for (const [i, row] of rows.entries()) {
    if (i % atOnce === atOnce - 1) await pause()
    const [before, after] = (['before', 'after'] as const).map((place) =>
      priceOf(withPrices(row, pricesAt(place)), view),
    )
    const move = before && after && moveOf(before, after, view)
    if (move === undefined) continue
    changed++
    if (move !== null) moves.push(move)
  }
  const average = moves.length === 0 ? null : moves.reduce((sum, move) => sum + move, 0) / moves.length
  return { changed, average: average === null ? null : Math.round(average * 100) / 100 }
}

/** The prices as the dealer pays them, also where the shop hides prices. */
function viewFor({ id, priceList, discount }: ListUser, facts: StoreFacts): View {
  const guest = viewOf({ actor: null, choices: {}, locale: 'tr' }, facts)
  return { ...guest, seesPrices: true, rules: facts.rulesOf(id), priceListId: priceList, discount }
}

async function unitsIn(db: Db, list: number, units: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<{ unit_id: number }>(
    'SELECT unit_id FROM unit_prices WHERE price_list_id = $1 AND unit_id = ANY ($2)',
    [list, units],
  )
  return new Set(rows.map(({ unit_id }) => unit_id))
}

function withPrices(
  row: ProductRow,
  after: (unit: number, present: UnitPriceRow | null) => UnitPriceRow | null,
): ProductRow {
  const units = row.units?.map(
    ([id, name, multiplier, barcode, price, position]): NonNullable<ProductRow['units']>[number] => [
      id,
      name,
      multiplier,
      barcode,
      after(id, price),
      position,
    ],
  )
  return { ...row, units: units ?? null }
}

type Prices = { value: number; currency: string }[]

/** What the dealer is charged for one of each unit, the default unit first. */
function priceOf(row: ProductRow, view: View): Prices {
  const { units, defaultUnit } = presentProduct(row, view, { allPlans: true })
  const charged = ({ cartPrice, defaultPrice }: Product['units'][number]) =>
    cartPrice ?? defaultPrice ?? { value: 0, currency: lira }
  return units.toSorted((a, b) => Number(b.id === defaultUnit) - Number(a.id === defaultUnit)).map(charged)
}

/** The percentage by which the first price that differs moves; undefined if none differs, null if it came from or to none. */
function moveOf(before: Prices, after: Prices, { rates }: View): number | null | undefined {
  const at = before.findIndex(({ value, currency }, i) => after[i]?.value !== value || after[i]?.currency !== currency)
  const [from, to] = [before[at], after[at]]
  if (from === undefined || to === undefined) return undefined
  const start = exchange(decimal(from.value), from.currency, to.currency, rates)
  if (start.isZero() || to.value === 0) return null
  return decimal(to.value).minus(start).times(100).dividedBy(start).toNumber()
}
