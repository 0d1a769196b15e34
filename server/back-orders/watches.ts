import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import { type setStockWatch, watchesMax } from '#contract/shop/back-orders.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { showStock } from '#domain/stock/stock.ts'
import { isOnSale, loadProducts } from '#server/catalog/catalog.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { enqueueAll } from '#server/platform/jobs/outbox.ts'
import type { View } from '#server/settings/settings.ts'

export const stockMailJob = 'stock-mail'

/** Starts or ends the user's watch on a product that is out of stock for its dealer. */
export async function saveWatch(
  pool: Pool,
  { userId, view }: { userId: number; view: View },
  { productId, isWatched }: Input<typeof setStockWatch>['body'],
): Promise<Reply<typeof setStockWatch> | Refusal> {
  if (!isWatched) {
    await removeWatch(pool, userId, productId)
    return { isWatched }
  }
  const product = (await loadProducts(pool, [productId], view)).get(productId)
  if (product === undefined || product.varyantx === 0) return refuse('product_not_found')
  if (!product.isOutOfStock) return refuse('stock_watch_in_stock')
  await addWatch(pool, userId, productId)
  return (await isWatching(pool, userId, productId)) ? { isWatched } : refuse('stock_watches_full', { max: watchesMax })
}

async function removeWatch(db: Db, userId: number, productId: number): Promise<void> {
  await db.execute(
    'DELETE FROM stock_watches WHERE user_id = $1 AND product_id = $2 AND notified_at IS NULL',
    [userId, productId],
    'stock_watch_remove',
  )
}

async function addWatch(db: Db, userId: number, productId: number): Promise<void> {
  await db.execute(
    `INSERT INTO stock_watches (user_id, product_id)
     SELECT $1, $2 WHERE (SELECT count(*) FROM stock_watches WHERE user_id = $1 AND notified_at IS NULL) < $3
         ON CONFLICT DO NOTHING`,
    [userId, productId, watchesMax],
    'stock_watch_add',
  )
}

export async function isWatching(db: Db, userId: number, productId: number): Promise<boolean> {
  const row = await db.one<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM stock_watches WHERE user_id = $1 AND product_id = $2 AND notified_at IS NULL) AS found`,
    [userId, productId],
    'stock_watch_found',
  )
  return row?.found === true
}

export type WatchRow = { product_id: number; created_at: Date; notified_at: Date | null }

/** The products that a user waits for, and those of which it was notified in the last 30 days; the latest first. */
export async function loadWatches(db: Db, userId: number): Promise<WatchRow[]> {
  return db.query<WatchRow>(
    `SELECT product_id, created_at, notified_at FROM (
       SELECT DISTINCT ON (product_id) id, product_id, created_at, notified_at FROM stock_watches
        WHERE user_id = $1 AND (notified_at IS NULL OR notified_at > now() - interval '30 days')
        ORDER BY product_id, notified_at IS NULL DESC, id DESC) latest
      ORDER BY notified_at IS NULL, coalesce(notified_at, created_at) DESC, id DESC`,
    [userId],
    'stock_watches_user',
  )
}

type DueRow = { user_id: number; product_id: number; quantity: string }

/**
 * Ends the watches on products that are in stock again, and enqueues one email per user with all of them, in one
 * transaction. Returns the number of emails.
 */
export async function enqueueStockMails(
  pool: Pool,
  { stockInfoStatus }: Pick<StoreSettings, 'stockInfoStatus'>,
): Promise<number> {
  return transaction(pool, async (db) => {
    const rows = await db.query<DueRow>(
      `SELECT w.user_id, w.product_id, stock.quantity
         FROM stock_watches w JOIN products p ON p.id = w.product_id
         JOIN LATERAL (SELECT coalesce(sum(i.quantity), 0) AS quantity FROM inventory i
                        WHERE i.product_id = w.product_id) stock ON true
        WHERE w.notified_at IS NULL AND ${isOnSale('p')}
        ORDER BY w.id FOR UPDATE OF w SKIP LOCKED`,
      [],
      'stock_watches_due',
    )
    const due = rows.filter(({ quantity }) => !showStock(Number(quantity), stockInfoStatus).isOutOfStock)
    await db.execute(
      `UPDATE stock_watches w SET notified_at = now()
         FROM unnest($1::integer[], $2::integer[]) AS r (user_id, product_id)
        WHERE w.user_id = r.user_id AND w.product_id = r.product_id AND w.notified_at IS NULL`,
      [due.map((row) => row.user_id), due.map((row) => row.product_id)],
      'stock_watches_end',
    )
    const byUser = Map.groupBy(due, (row) => row.user_id)
    await enqueueAll(
      db,
      stockMailJob,
      [...byUser].map(([userId, watched]) => ({ userId, productIds: watched.map((row) => row.product_id) })),
    )
    return byUser.size
  })
}

/** Products that ran out again before the email was sent: their watches go on. */
export async function resumeWatches(db: Db, userId: number, productIds: readonly number[]): Promise<void> {
  await db.execute(
    `INSERT INTO stock_watches (user_id, product_id)
     SELECT $1, id FROM unnest($2::integer[]) AS r (id) JOIN products USING (id) ON CONFLICT DO NOTHING`,
    [userId, productIds],
    'stock_watches_resume',
  )
}

/** Removes watches that ended long ago. */
export async function purgeWatches(db: Db): Promise<void> {
  await deleteBatches(db, 'stock_watches', "notified_at < now() - interval '90 days'")
}
