import type { countPicked } from '#contract/admin/pickings.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { type ErrorCode, refuse } from '#contract/core/errors.ts'
import { lineOfScan, type ScanProblem } from '#domain/orders/picking.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { addPicked, findScanned, insertCount, loadPickingLines, lockPicking } from './picking-rows.ts'

const codes: Record<ScanProblem, ErrorCode> = {
  not_on_list: 'picking_not_on_list',
  wrong_unit: 'picking_wrong_unit',
  complete: 'picking_complete',
}

/**
 * Counts goods of a list once per key. Returns the line, null for a repeated request. Aborts the transaction with a
 * refusal, which also forgets the key.
 */
export async function count(
  db: Transaction,
  id: number,
  body: Input<typeof countPicked>['body'],
): Promise<{ orderId: number; lineNo: number } | null> {
  const picking = await lockPicking(db, id)
  if (picking === undefined) return abortTransaction('picking_not_found')
  if (!(await insertCount(db, id, body.key))) return null
  if (picking.is_ended) return abortTransaction('picking_ended')
  const line = 'code' in body ? await lineOfCode(db, id, body.code.trim()) : body
  if (await addPicked(db, id, line)) return { orderId: line.orderId, lineNo: line.lineNo }
  return abortTransaction('picking_count_invalid')
}

async function lineOfCode(db: Transaction, id: number, code: string) {
  const scanned = await findScanned(db, code)
  if (scanned.length === 0) return abortTransaction(refuse('picking_code_unknown', { code }))
  const lines = (await loadPickingLines(db, id)).map((row) => ({
    ...row,
    orderId: row.order_id,
    lineNo: row.line_no,
    productId: row.product_id,
  }))
  const onList = new Map(
    lines
      .filter(({ productId }) => scanned.some((each) => each.product_id === productId))
      .map(({ productId, code, name }) => [productId, `${code} ${name}`]),
  )
  // Goods are counted for the product in the hand, which the code alone does not tell.
  if (onList.size > 1)
    return abortTransaction(refuse('picking_code_ambiguous', { code, names: [...onList.values()].join(', ') }))
  const found = lineOfScan(
    lines,
    scanned.map(({ product_id: productId, multiplier }) => ({ productId, multiplier })),
  )
  if (typeof found === 'string') return abortTransaction(refuse(codes[found], { code }))
  return { orderId: found.line.orderId, lineNo: found.line.lineNo, change: found.units }
}
