import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'
import { fill } from './fill.ts'
import { enqueueStockMails } from './watches.ts'

/**
 * What follows stock that arrived: with the setting `fillBackOrders` it is assigned to back-orders first, then users are
 * notified of what is left. Runs every minute, in one process.
 */
export async function followStock(pool: Pool): Promise<void> {
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  if (settings.fillBackOrders === '1') {
    const fillSome = () => transaction(pool, (db) => fill(db, { lines: null, actor: { kind: 'system' } }))
    while ((await fillSome()).isMore);
  }
  await enqueueStockMails(pool, settings)
}
