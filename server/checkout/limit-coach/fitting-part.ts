import type { FittingPart } from '#contract/shop/limit-coach.ts'
import { lineAmount } from '#domain/cart/cart.ts'
import { type Decimal, decimal, lira } from '#domain/money/money.ts'
import { largestPart, type PartLine } from '#domain/orders/largest-part.ts'
import { largestQuantity } from '#domain/stock/stock.ts'
import { narrowCart, type OrderLineRow, stockRuleOf } from '#server/cart/cart.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { promotionsNotInPart } from '#domain/promotions/apply-promotions.ts'
import { namesOfPromotions } from '#server/promotions/promotions.ts'
import {
  type OrderDraft,
  type OrderTerms,
  priceLines,
  type PricedOrderLine,
  savedByPromotions,
} from '#server/checkout/order-draft.ts'
import { draftPlaceable } from '#server/checkout/placeable-draft.ts'

export type PartSearch = {
  cartId: number
  terms: OrderTerms
  /** The lines of the whole cart. */
  rows: readonly OrderLineRow[]
  /** The order of the whole cart; null if it cannot be ordered. */
  whole: OrderDraft | null
  /** In TL, with tax. */
  capacity: Decimal
  /** Products that cannot be in the part. */
  excluded: ReadonlySet<number>
  /** Whether the part would be placed at once by the rules that are not known here; checks run in the same transaction. */
  passes(draft: OrderDraft): Promise<boolean>
}

/** Candidates that are drafted before the search gives up. */
const triesMax = 8
/** Amounts are calculated in millionths of a lira, rounded up for lines, so that a sum is never too small. */
const scale = 1_000_000
/** Less is no difference. */
const kurus = scale / 100
/** A millionth part of this many lira is still a whole number that JavaScript can hold. */
const largestCapacity = 1e9

/** A line that can be ordered: `most` units are covered by stock. `fixed`: so many units are taken, or none. */
type Candidate = { row: OrderLineRow; priced: PricedOrderLine; unit: number; most: number; fixed: number | null }

/**
 * The largest part of a cart that can be ordered now, by amount. Each candidate is put into the cart and drafted like an
 * order, and then taken back: whatever decides about orders decides about it. A candidate that is refused or changes a price
 * is given up: lines that depend on their quantity are then taken as a whole or not at all, and lines that cannot be ordered
 * are left out. Null if no candidate passes. Runs in a transaction that is rolled back.
 */
export async function findFittingPart(db: Db, search: PartSearch): Promise<FittingPart | null> {
  let lines = candidatesOf(search)
  let { capacity } = search
  for (let tries = 0; tries < triesMax && capacity.greaterThan(0); tries += 1) {
    const most = Math.floor(Math.min(capacity.toNumber(), largestCapacity) * scale)
    const found = largestPart(lines.map(itemOf), most, { finest: kurus })
    if (found.amount === 0) return null
    const taken = new Map(
      lines.map(({ row, fixed }, at) => [row.unit_id, (found.quantities[at] ?? 0) * (fixed ?? 1)] as const),
    )
    const drafted = await draftPart(db, search, lines, taken)
    if (drafted.kind === 'passes') {
      const lost = await lostInPart(db, search, drafted.draft)
      return { ...presentPart(search, taken, drafted.draft), lost, isLargest: found.isExact && tries === 0 }
    }
    if (drafted.kind === 'over') capacity = capacity.minus('0.01')
    else {
      const adjusted = adjust(lines, taken, drafted)
      if (adjusted === null) return null
      lines = adjusted
    }
  }
  return null
}

/**
 * The lines of the next candidate. A line that was refused is taken in the smaller quantity that the refusal names, else as a
 * whole, else not at all; a refusal that names no lines makes all of them whole ones. Null if nothing is left to try.
 */
function adjust(
  lines: readonly Candidate[],
  taken: ReadonlyMap<number, number>,
  { products, fits }: Refused,
): Candidate[] | null {
  const wholeOf = (line: Candidate) => (line.most === line.row.quantity ? [{ ...line, fixed: line.row.quantity }] : [])
  if (products === null) return lines.every(({ fixed }) => fixed !== null) ? null : lines.flatMap(wholeOf)
  return lines.flatMap((line) => {
    const units = taken.get(line.row.unit_id) ?? 0
    if (units === 0 || !products.has(line.row.product_id)) return [line]
    if (line.fixed === null && fits !== null && fits < units) return [{ ...line, fixed: fits }]
    return units < line.row.quantity ? wholeOf(line) : []
  })
}

/** What the search calculates with: a fixed quantity is one unit. */
function itemOf({ unit, most, fixed }: Candidate): PartLine {
  return fixed === null ? { unit, max: most } : { unit: unit * fixed, max: 1 }
}

/** The lines that can be ordered, with what stock covers: lines of one product share its stock, the first ones first. */
function candidatesOf({ rows, terms: { view, discounts }, excluded }: PartSearch): Candidate[] {
  const rule = stockRuleOf(view)
  const used = new Map<number, Decimal>()
  return rows.flatMap((row) => {
    const priced = priceLines([row], view, { discounts })
    const line = priced.ok ? priced.lines[0] : undefined
    if (line === undefined || excluded.has(row.product_id)) return []
    const before = used.get(row.product_id) ?? decimal(0)
    const covered = rule.cartStockControl ? row.quantity : largestQuantity(row.multiplier, before, row.stock, rule)
    const most = Math.min(row.quantity, covered)
    used.set(row.product_id, before.plus(decimal(row.multiplier).times(most)))
    const amount = lineAmount({ price: line.price, quantity: 1, taxRate: line.taxRate }, lira, view.rates)
    const unit = amount.times(decimal(100).plus(line.taxRate)).dividedBy(100).times(scale).ceil().toNumber()
    return most > 0 ? [{ row, priced: line, unit, most, fixed: null }] : []
  })
}

/**
 * `products`: those whose lines were refused or changed their price; null where the refusal is not about lines. `fits`: the
 * next smaller quantity that the refused line may have.
 */
type Refused = { kind: 'refused'; products: ReadonlySet<number> | null; fits: number | null }
type Drafted = { kind: 'passes'; draft: OrderDraft } | { kind: 'over' } | Refused

/** The refusal says nothing about lines. */
const refusedAsAWhole: Refused = { kind: 'refused', products: null, fits: null }

async function draftPart(
  db: Db,
  search: PartSearch,
  lines: readonly Candidate[],
  taken: ReadonlyMap<number, number>,
): Promise<Drafted> {
  await db.execute('SAVEPOINT candidate')
  const drafted = await draftNarrowed(db, search, lines, taken)
  await db.execute('ROLLBACK TO SAVEPOINT candidate')
  return drafted
}

async function draftNarrowed(
  db: Db,
  { cartId, terms, capacity, passes }: PartSearch,
  lines: readonly Candidate[],
  taken: ReadonlyMap<number, number>,
): Promise<Drafted> {
  if ((await narrowCart(db, cartId, partOf(taken))) === null) return refusedAsAWhole
  const draft = await draftPlaceable(db, cartId, terms)
  if (!draft.ok) return refusedBy(draft.facts)
  // What promotions do to the part is in its total.
  const prices = new Map(draft.bought.map((line) => [line.unit_id, `${line.price_value} ${line.price_currency}`]))
  const changed = lines.flatMap(({ row, priced: { price } }) => {
    const isTaken = (taken.get(row.unit_id) ?? 0) > 0
    return isTaken && prices.get(row.unit_id) !== `${price.value} ${price.currency}` ? [row.product_id] : []
  })
  if (changed.length > 0) return { kind: 'refused', products: new Set(changed), fits: null }
  if (decimal(draft.head.totalTry).greaterThan(capacity)) return { kind: 'over' }
  return (await passes(draft)) ? { kind: 'passes', draft } : refusedAsAWhole
}

function refusedBy(facts: Readonly<Record<string, unknown>> = {}): Refused {
  const { productId, fitsBelow } = facts
  if (typeof productId !== 'number') return refusedAsAWhole
  const fits = typeof fitsBelow === 'number' && fitsBelow > 0 ? fitsBelow : null
  return { kind: 'refused', products: new Set([productId]), fits }
}

/** What is ordered, by unit. */
function partOf(taken: ReadonlyMap<number, number>) {
  return [...taken].flatMap(([unitId, quantity]) => (quantity > 0 ? [{ unitId, quantity }] : []))
}

function presentPart(
  { rows }: PartSearch,
  taken: ReadonlyMap<number, number>,
  { head }: OrderDraft,
): Omit<FittingPart, 'lost' | 'isLargest'> {
  return {
    lines: rows.map(({ unit_id: unitId, code, name, unit, quantity: all }) => {
      const quantity = taken.get(unitId) ?? 0
      return { unitId, code, name, unit, quantity, rest: all - quantity }
    }),
    total: { value: Number(head.total), currency: head.currency },
    totalTry: Number(head.totalTry),
  }
}

/** What the part loses of the promotions of the whole cart. */
async function lostInPart(
  db: Db,
  { whole, terms: { view } }: PartSearch,
  part: OrderDraft,
): Promise<FittingPart['lost']> {
  const ids = whole === null ? [] : promotionsNotInPart(whole.mark, part.mark)
  if (whole === null || ids.length === 0) return null
  const { currency } = part.head
  const names = await namesOfPromotions(db, ids, view.locale)
  const [saved, savedInPart] = [whole, part].map((draft) => savedByPromotions(draft, view).toNumber())
  return { names: names.join(', '), saved: { value: saved!, currency }, savedInPart: { value: savedInPart!, currency } }
}
