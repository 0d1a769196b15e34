import type { Refusal } from '#contract/core/errors.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { readFigure } from '#domain/pricing/price-text.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { lockWarehousesShared, lockWarehouseStock, moveStock } from '#server/stock/stock.ts'
import { createProblems } from './form-problems.ts'
import { maxStock } from './stock-corrections.ts'

export type StockTransfer = { from: number; to: number; quantity: string }

/** Moves part of a product's stock to another warehouse with one movement in each. The total does not change. */
export async function transferProductStock(
  pool: Pool,
  author: Author,
  { id, ...typed }: StockTransfer & { id: number },
): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const product = await db.one<{ code: string }>('SELECT code FROM products WHERE id = $1', [id])
    if (product === undefined) return abortTransaction('product_not_found')
    const { from, to, quantity } = await parseTransfer(db, typed)
    const available = await lockSourceAndTarget(db, id, typed)
    if (quantity.greaterThan(available)) {
      const problems = createProblems()
      problems.report('quantity', 'stockBelowZero', { quantity: available.toNumber() })
      abortTransaction(problems.refusal() ?? 'validation_failed')
    }
    await moveStock(db, id, typed.from, quantity.negated(), 'transfer')
    await moveStock(db, id, typed.to, quantity, 'transfer')
    const after = { warehouses: `${from} → ${to}`, quantity: quantity.toFixed() }
    await writeAudit(db, author, { action: 'move_stock', noun: 'product', id: product.code, after })
    return { ok: true as const }
  })
}

/** Validates the transfer and returns it with the names of both warehouses. */
async function parseTransfer(db: Db, typed: StockTransfer): Promise<{ from: string; to: string; quantity: Decimal }> {
  const problems = createProblems()
  const quantity = readFigure(typed.quantity, 3)
  if (quantity === null || quantity.isZero() || quantity.greaterThan(maxStock)) {
    problems.report('quantity', 'stockTransfer')
  }
  const rows = await lockWarehousesShared(db, [typed.from, typed.to])
  const [from, to] = [typed.from, typed.to].map((id) => rows.find((row) => row.id === id))
  if (from === undefined) problems.report('from', 'placeGone')
  if (to === undefined) problems.report('to', 'placeGone')
  const refusal = problems.refusal()
  if (refusal !== null || quantity === null || from === undefined || to === undefined) {
    return abortTransaction(refusal ?? 'validation_failed')
  }
  if (!to.is_active || typed.from === typed.to) abortTransaction('warehouse_closed')
  return { from: from.name, to: to.name, quantity }
}

/** Locks both rows in order of warehouse id, as orders do. Returns the stock of the source. */
async function lockSourceAndTarget(db: Db, productId: number, { from, to }: StockTransfer): Promise<Decimal> {
  let available = decimal(0)
  for (const place of [from, to].toSorted((a, b) => a - b)) {
    const quantity = await lockWarehouseStock(db, productId, place)
    if (place === from) available = quantity
  }
  return available
}
