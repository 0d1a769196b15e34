import { refuse } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import { addReturned, lockForShipping } from '#server/orders/orders.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { lockStock, lockWarehouseStock, lockWarehousesShared, moveStock } from '#server/stock/stock.ts'
import { lockForMove, move } from './move.ts'
import {
  findReturnKey,
  loadReturnLines,
  type ReceivedLine,
  type ReturnLineRow,
  saveInvoiceNo,
  saveReceived,
} from './queries.ts'

export type Receipt = { id: number; userId: number; note: string; invoiceNo: string; lines: readonly ReceivedLine[] }

/**
 * Receives goods of an accepted return: the order's lines, the stock, the histories and the email in one transaction.
 * Aborts it with a refusal. Locks the order, the return, the warehouses, then the stock by product. Returns its number.
 */
export async function receive(db: Transaction, { id, userId, note, invoiceNo, lines }: Receipt): Promise<string> {
  const found = (await findReturnKey(db, { id })) ?? abortTransaction('return_not_found')
  await lockForShipping(db, [found.order_id])
  const locked = await lockForMove(db, id, ['received'])
  const rows = await loadReturnLines(db, id)
  const received = lines.filter(({ quantity }) => quantity > 0)
  if (received.length === 0) abortTransaction('return_nothing')
  for (const line of received) checkLine(line, rows)
  await checkWarehouses(db, received)
  const parts = received.map(({ lineNo, quantity }) => ({ order_id: locked.order_id, line_no: lineNo, quantity }))
  if ((await addReturned(db, parts)) !== parts.length) abortTransaction('return_not_shipped')
  await saveReceived(db, id, received)
  failpoint('return.before_stock')
  await returnToStock(db, received, rows)
  await saveInvoiceNo(db, id, invoiceNo)
  await move(db, locked, { to: 'received', note, userId, kind: 'staff' })
  failpoint('return.before_commit')
  return locked.return_no
}

function checkLine(line: ReceivedLine, rows: readonly ReturnLineRow[]): void {
  const row = rows.find(({ line_no }) => line_no === line.lineNo)
  if (row === undefined) return abortTransaction('return_line_unknown')
  const accepted = row.accepted ?? 0
  if (line.quantity > accepted) abortTransaction(refuse('return_exceeds_accepted', { code: row.code, accepted }))
  if (line.warehouseId !== null && row.product_id === null) {
    abortTransaction(refuse('return_product_removed', { code: row.code }))
  }
}

/** Locks the chosen warehouses, so that none is closed meanwhile. */
async function checkWarehouses(db: Transaction, lines: readonly ReceivedLine[]): Promise<void> {
  const ids = [...new Set(lines.flatMap(({ warehouseId }) => warehouseId ?? []))]
  const warehouses = await lockWarehousesShared(db, ids)
  if (warehouses.length !== ids.length) abortTransaction('return_warehouse_unknown')
  const closed = warehouses.find(({ is_active }) => !is_active)
  if (closed !== undefined) abortTransaction(refuse('warehouse_closed', { name: closed.name }))
}

async function returnToStock(
  db: Transaction,
  lines: readonly ReceivedLine[],
  rows: readonly ReturnLineRow[],
): Promise<void> {
  const goods = lines.flatMap(({ lineNo, quantity, warehouseId }) => {
    const row = rows.find(({ line_no }) => line_no === lineNo)
    if (row === undefined || row.product_id === null || warehouseId === null) return []
    return [{ productId: row.product_id, warehouseId, quantity: decimal(row.multiplier).times(quantity) }]
  })
  const ids = [...new Set(goods.map(({ productId }) => productId))].toSorted((a, b) => a - b)
  await lockStock(db, ids, null)
  for (const { productId, warehouseId, quantity } of goods.toSorted(
    (a, b) => a.productId - b.productId || a.warehouseId - b.warehouseId,
  )) {
    await lockWarehouseStock(db, productId, warehouseId)
    await moveStock(db, productId, warehouseId, quantity, 'return')
  }
}
