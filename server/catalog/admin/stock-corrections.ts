import type { ProductStock } from '#contract/admin/products.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { readFigure } from '#domain/pricing/price-text.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { loadMovements, loadWarehouseStock, lockWarehouseStock, moveStock } from '#server/stock/stock.ts'
import { createProblems, type ReportProblem } from './form-problems.ts'

/** The largest integer part that numeric(14, 3) holds. */
export const maxStock = 99_999_999_999
const movementsShown = 10
const maxReasonLength = 200

export async function presentStock(db: Db, productId: number): Promise<ProductStock> {
  const [places, movements] = await Promise.all([
    loadWarehouseStock(db, productId),
    loadMovements(db, productId, movementsShown),
  ])
  return {
    places: places.map(presentPlace),
    movements: movements.map(({ id, at, place, quantity, reason, order_no: orderNo }) => ({
      id,
      at: at.toISOString(),
      place,
      quantity: decimal(quantity).toFixed(),
      reason,
      orderNo,
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

/** Corrects the stock of one warehouse. The row stays locked so that concurrent orders are not lost. */
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
    const problems = createProblems()
    const place = await db.one<{ name: string }>('SELECT name FROM warehouses WHERE id = $1', [typed.place])
    if (place === undefined) problems.report('place', 'placeGone')
    if (product.has_variants) problems.report('quantity', 'stockOfParent')
    const quantity = parseQuantity(typed, problems.report)
    const reason = typed.reason.replaceAll('\0', '').trim()
    if (reason === '') problems.report('reason', 'required')
    if (reason.length > maxReasonLength) problems.report('reason', 'tooLong', { most: maxReasonLength })
    const refusal = problems.refusal()
    if (refusal !== null || quantity === null) return abortTransaction(refusal ?? 'validation_failed')

    const current = await lockWarehouseStock(db, id, typed.place)
    if (typed.kind === 'count' && parseSigned(typed.seen)?.equals(current) !== true) {
      abortTransaction(refuse('stock_changed', { quantity: current.toNumber() }))
    }
    const change = typed.kind === 'count' ? quantity.minus(current) : quantity
    const after = current.plus(change)
    if (after.isNegative() && change.isNegative()) {
      problems.report('quantity', 'stockBelowZero', { quantity: current.toNumber() })
      abortTransaction(problems.refusal() ?? 'validation_failed')
    }
    if (change.isZero()) return { ok: true as const }
    await moveStock(db, id, typed.place, change)
    const at = { warehouse: place?.name ?? '' }
    await writeAudit(db, author, {
      action: 'change',
      noun: 'product',
      id: product.code,
      before: { ...at, stock: current.toFixed() },
      after: { ...at, stock: after.toFixed(), note: reason },
    })
    return { ok: true as const }
  })
}

/** At most three decimals. Negative values are allowed because imports may set stock below zero. */
function parseSigned(typed: string): Decimal | null {
  const text = typed.trim()
  return /^[-−]/.test(text) ? (readFigure(text.slice(1), 3)?.negated() ?? null) : readFigure(text, 3)
}

/** A change may be negative, a count may not. */
function parseQuantity({ kind, quantity }: StockCorrection, report: ReportProblem): Decimal | null {
  const value = kind === 'change' ? parseSigned(quantity) : readFigure(quantity, 3)
  if (value !== null && value.abs().lessThanOrEqualTo(maxStock)) return value
  report('quantity', kind === 'count' ? 'stock' : 'stockChange')
  return null
}

export type InitialStock = readonly { place: number; quantity: string }[]
type ParsedStock = { place: number; name: string; quantity: Decimal }

/** The initial stock of a new product; empty fields mean no stock. */
export async function parseInitialStock(db: Db, typed: InitialStock, report: ReportProblem): Promise<ParsedStock[]> {
  const names = new Map((await loadWarehouseStock(db, null)).map(({ id, name }) => [id, name]))
  const parsed: ParsedStock[] = []
  for (const { place, quantity: text } of typed) {
    if (text.trim() === '') continue
    const quantity = readFigure(text, 3)
    const name = names.get(place)
    if (quantity === null || quantity.greaterThan(maxStock)) report(`stock.${place}`, 'stock')
    else if (name === undefined) report(`stock.${place}`, 'placeGone')
    else if (!quantity.isZero() && !parsed.some((other) => other.place === place))
      parsed.push({ place, name, quantity })
  }
  return parsed
}

/** The initial stock by warehouse for the audit log. */
export const auditedStock = (stock: readonly ParsedStock[]) =>
  stock.length === 0
    ? {}
    : { stock: Object.fromEntries(stock.map(({ name, quantity }) => [name, quantity.toNumber()])) }

export async function saveInitialStock(db: Db, productId: number, stock: readonly ParsedStock[]): Promise<void> {
  for (const { place, quantity } of stock.toSorted((a, b) => a.place - b.place)) {
    await lockWarehouseStock(db, productId, place)
    await moveStock(db, productId, place, quantity)
  }
}
