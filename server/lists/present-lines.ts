import type { Equivalent, ListLine } from '#contract/shop/lists.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { type LineChange, type LineState } from '#domain/lists/line-change.ts'
import { findEquivalents, loadProducts } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import type { ListLineRow } from './line-rows.ts'
import { quantitiesOf, unitOfLine } from './line-units.ts'

/** Equivalents of a line at most. */
const maxEquivalents = 3

/** The products of lines with the prices of their quantities; products that are not on sale are missing. */
export function loadLineProducts(db: Db, rows: readonly ListLineRow[], view: View): Promise<Map<number, Product>> {
  const ids = [...new Set(rows.flatMap(({ product_id }) => product_id ?? []))]
  return loadProducts(db, ids, view, { quantities: quantitiesOf(rows) })
}

/** What a follower is shown of a line; null for a line without a product or unit. */
export function stateOf(row: ListLineRow, products: ReadonlyMap<number, Product>): LineState | null {
  const product = products.get(row.product_id ?? 0)
  const unit = unitOfLine(row, product)
  if (product === undefined || unit === undefined) return null
  const { defaultPrice: price } = unit
  return { price: price === undefined || price.value <= 0 ? undefined : price, isInStock: !product.isOutOfStock }
}

/** What changed about lines since a follower's last visit, by line. */
export type NewsByLine = ReadonlyMap<number, { change: LineChange; now: LineState }>

/** The lines of a list as the user sees them. The number of statements does not depend on the number of lines. */
export async function presentLines(
  db: Db,
  rows: readonly ListLineRow[],
  products: ReadonlyMap<number, Product>,
  { view, news }: { view: View; news: NewsByLine },
): Promise<ListLine[]> {
  const lines = rows.map((row) => {
    const product = products.get(row.product_id ?? 0)
    const unit = unitOfLine(row, product)
    return { row, product, unit, problem: problemOf(product, unit, view) }
  })
  const stuck = lines.filter(({ problem }) => problem === 'gone' || problem === 'stock')
  const equivalents = await loadEquivalents(
    db,
    stuck.map(({ row }) => ({ productId: row.product_id, code: row.code })),
    view,
  )
  return lines.map(({ row, product, unit, problem }): ListLine => {
    const found = news.get(row.id)
    const { id, revision, quantity, note } = row
    const price = unit?.cartPrice ?? unit?.defaultPrice
    return {
      id,
      revision,
      productId: product?.id ?? null,
      code: product?.code ?? row.code,
      name: product?.name ?? row.name,
      url: product?.url ?? null,
      image: product?.image ?? null,
      unitId: unit?.id ?? null,
      unit: unit?.value ?? row.unit,
      units: (product?.units ?? []).map(({ id: unitId, value, multiplier }) => ({ id: unitId, value, multiplier })),
      quantity,
      note,
      ...(price !== undefined && price.value > 0 && { price }),
      taxRate: product?.taxRate ?? 0,
      isOutOfStock: product?.isOutOfStock ?? true,
      ...(product?.quantity !== undefined && { stock: product.quantity }),
      ...(product?.moreThan !== undefined && { moreThan: product.moreThan }),
      ...(unit?.terms !== undefined && { allowed: unit.terms.allowed }),
      problem,
      equivalents: equivalents.get(row.code) ?? [],
      news: found === undefined ? null : newsOf(found),
    }
  })
}

function newsOf({ change, now }: { change: LineChange; now: LineState }): ListLine['news'] {
  const { before, isBack } = change
  const numeric = (money: { value: number | string; currency: string }) => ({ ...money, value: Number(money.value) })
  return { price: before && now.price ? { before: numeric(before), now: numeric(now.price) } : null, isBack }
}

/** Why a line cannot be ordered. Whether a price that the user may not see is missing shows in the cart. */
function problemOf(product: Product | undefined, unit: Unit | undefined, view: View): ListLine['problem'] {
  if (product === undefined || product.varyantx === 0) return 'gone'
  if (unit === undefined) return 'unit'
  if (unit.defaultPrice !== undefined && unit.defaultPrice.value <= 0) return 'price'
  return product.isOutOfStock && view.settings.cartStockControl !== '1' ? 'stock' : null
}

/** Products that can be ordered in place of others, by the code of these; those in stock first. */
async function loadEquivalents(
  db: Db,
  goods: readonly { productId: number | null; code: string }[],
  view: View,
): Promise<Map<string, Equivalent[]>> {
  if (goods.length === 0) return new Map()
  const found = await findEquivalents(db, goods)
  const products = await loadProducts(db, [...new Set([...found.values()].flat())], view)
  return new Map(
    [...found].map(([code, ids]) => {
      const usable = ids.flatMap((id) => products.get(id) ?? []).filter(({ varyantx }) => varyantx === 1)
      const sorted = usable.toSorted((a, b) => Number(a.isOutOfStock) - Number(b.isOutOfStock))
      const shown = sorted.slice(0, maxEquivalents)
      return [code, shown.map(({ id: productId, code: own, name, url }) => ({ productId, code: own, name, url }))]
    }),
  )
}
