import type { ProductStock } from '#contract/admin/products.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { formatQuantity } from '#domain/text/format.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { readFigure } from '#domain/pricing/price-text.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { loadMovements, loadPlaces, lockPlace, moveStock } from '#server/stock/stock.ts'
import { createProblems, type ReportProblem } from './parse-product.ts'

/** What numeric(14, 3) holds before the point. */
export const largestStock = 99_999_999_999
const movementsShown = 10
const reasonLength = 200

export async function presentStock(db: Db, productId: number): Promise<ProductStock> {
  const [places, movements] = await Promise.all([
    loadPlaces(db, productId),
    loadMovements(db, productId, movementsShown),
  ])
  return {
    places: places.map(presentPlace),
    movements: movements.map(({ id, at, place, quantity, reason, order_no: orderNo }) => ({
      ...{ id, at: at.toISOString(), place, quantity: decimal(quantity).toFixed(), reason, orderNo },
    })),
  }
}

export const presentPlace = <Place extends { quantity: string }>(place: Place): Place => ({
  ...place,
  quantity: decimal(place.quantity).toFixed(),
})

export type StockCorrection = {
  place: number
  kind: 'count' | 'change'
  quantity: string
  seen: string
  reason: string
}

/** Corrects the stock of one warehouse. Its row stays locked until then, so that no order is lost beside it. */
export async function correctProductStock(
  pool: Pool,
  author: Author,
  { id, ...typed }: StockCorrection & { id: number },
): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const product = await db.one<{ code: string; has_variants: boolean }>(
      `SELECT code, variant_names IS NOT NULL OR EXISTS (SELECT FROM products c WHERE c.parent_id = p.id) AS has_variants
         FROM products p WHERE id = $1`,
      [id],
    )
    if (product === undefined) return abortTransaction('product_not_found')
    const check = createProblems()
    const place = await db.one<{ name: string }>('SELECT name FROM warehouses WHERE id = $1', [typed.place])
    if (place === undefined) check.tell('place', 'placeGone')
    if (product.has_variants) check.tell('quantity', 'stockOfParent')
    const quantity = readQuantity(typed, check.tell)
    const reason = typed.reason.replaceAll('\0', '').trim()
    if (reason === '') check.tell('reason', 'required')
    if (reason.length > reasonLength) check.tell('reason', 'tooLong', { most: reasonLength })
    const refusal = check.refusal()
    if (refusal !== null || quantity === null) return abortTransaction(refusal ?? 'validation_failed')

    const now = await lockPlace(db, id, typed.place)
    if (typed.kind === 'count' && readSigned(typed.seen)?.equals(now) !== true) {
      abortTransaction(refuse('stock_changed', { quantity: formatQuantity(now.toFixed()) }))
    }
    const change = typed.kind === 'count' ? quantity.minus(now) : quantity
    const after = now.plus(change)
    if (after.isNegative() && change.isNegative()) {
      check.tell('quantity', 'stockBelowZero', { quantity: formatQuantity(now.toFixed()) })
      abortTransaction(check.refusal() ?? 'validation_failed')
    }
    if (change.isZero()) return { ok: true as const }
    await moveStock(db, id, typed.place, change)
    const at = { warehouse: place?.name ?? '' }
    await writeAudit(db, author, {
      ...{ action: 'change', noun: 'product', id: product.code },
      before: { ...at, stock: now.toFixed() },
      after: { ...at, stock: after.toFixed(), note: reason },
    })
    return { ok: true as const }
  })
}

/** Three decimals at most; imports bring stock below zero too. */
function readSigned(typed: string): Decimal | null {
  const text = typed.trim()
  return /^[-−]/.test(text) ? (readFigure(text.slice(1), 3)?.negated() ?? null) : readFigure(text, 3)
}

/** A change may have a minus. */
function readQuantity({ kind, quantity }: StockCorrection, tell: ReportProblem): Decimal | null {
  const value = kind === 'change' ? readSigned(quantity) : readFigure(quantity, 3)
  if (value !== null && value.abs().lessThanOrEqualTo(largestStock)) return value
  tell('quantity', kind === 'count' ? 'stock' : 'stockChange')
  return null
}

export type FirstStock = readonly { place: number; quantity: string }[]
type ReadStock = { place: number; name: string; quantity: Decimal }

/** The stock that a new product begins with; nothing typed is nothing there. */
export async function readFirstStock(db: Db, typed: FirstStock, tell: ReportProblem): Promise<ReadStock[]> {
  const names = new Map((await loadPlaces(db, null)).map(({ id, name }) => [id, name]))
  const read: ReadStock[] = []
  for (const { place, quantity: text } of typed) {
    if (text.trim() === '') continue
    const quantity = readFigure(text, 3)
    const name = names.get(place)
    if (quantity === null || quantity.greaterThan(largestStock)) tell(`stock.${place}`, 'stock')
    else if (name === undefined) tell(`stock.${place}`, 'placeGone')
    else if (!quantity.isZero() && !read.some((each) => each.place === place)) read.push({ place, name, quantity })
  }
  return read
}

/** The same for the audit log, by warehouse. */
export const auditedStock = (stock: readonly ReadStock[]) =>
  stock.length === 0
    ? {}
    : { stock: Object.fromEntries(stock.map(({ name, quantity }) => [name, quantity.toNumber()])) }

export async function saveFirstStock(db: Db, productId: number, stock: readonly ReadStock[]): Promise<void> {
  for (const { place, quantity } of stock.toSorted((a, b) => a.place - b.place)) {
    await lockPlace(db, productId, place)
    await moveStock(db, productId, place, quantity)
  }
}
