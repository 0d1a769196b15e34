import type { changeShelf } from '#contract/admin/products.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { loadWarehouseStock, saveShelf } from '#server/stock/stock.ts'

/** Names the shelf of a product in a warehouse; an empty one is removed. */
export async function changeProductShelf(
  pool: Pool,
  author: Author,
  { id, place, shelf: typed }: Input<typeof changeShelf>['body'] & { id: number },
): Promise<{ ok: true } | Refusal> {
  const shelf = cleanText(typed)
  return transaction(pool, async (db) => {
    const product = await db.one<{ code: string }>('SELECT code FROM products WHERE id = $1 FOR SHARE', [id])
    if (product === undefined) return refuse('product_not_found')
    const warehouse = (await loadWarehouseStock(db, id)).find((each) => each.id === place)
    if (warehouse === undefined) return refuse('not_found')
    const before = await saveShelf(db, { productId: id, warehouseId: place, shelf })
    const at = { warehouse: warehouse.name }
    await writeAudit(db, author, {
      action: 'change',
      noun: 'product',
      id: product.code,
      before: { ...at, shelf: before },
      after: { ...at, shelf },
    })
    return { ok: true }
  })
}
