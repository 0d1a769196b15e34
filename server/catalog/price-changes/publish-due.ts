import { isRefusal, type Refusal } from '#contract/core/errors.ts'
import { withCommandPool } from '#server/platform/db/command-pool.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { repeatEvery } from '#server/platform/jobs/repeat.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'
import { lockChange } from './change-rows.ts'
import { publish, type Published } from './publish.ts'

/** Milliseconds between two checks for publications that are due. */
const interval = 2_000

/** Refusals that need no action: an import is running, or another process or person was first. */
const expected: readonly string[] = ['import_running', 'price_change_not_found', 'price_change_state']

/** Publishes due changes, in every process: the lock of a change and its state allow one of them to do it, once. */
export function startPublications(pool: Pool, warn: (error: Error) => void) {
  return repeatEvery(interval, () => publishDue(pool), warn)
}

/**
 * Publishes the scheduled changes that are due. While an import runs they wait for a later check. One that cannot be published
 * does not keep the others waiting; the error at the end names it.
 */
export async function publishDue(pool: Pool): Promise<void> {
  const due = await pool.query<{ id: number }>(
    "SELECT id FROM price_changes WHERE state = 'scheduled' AND publish_at <= now() ORDER BY publish_at, id",
    [],
    'price_changes_due',
  )
  if (due.length === 0) return
  const { pricesNeedTwoOver } = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const failed: string[] = []
  for (const { id } of due) {
    try {
      const result = await withCommandPool(pool, (db) => publishScheduled(db, id, pricesNeedTwoOver))
      if (isRefusal(result) && !expected.includes(result.code)) throw new Error(result.code)
    } catch (error) {
      failed.push(`${id} (${error instanceof Error ? error.message : String(error)})`)
    }
  }
  if (failed.length > 0) throw new Error(`Could not publish the price changes ${failed.join(', ')}.`)
}

function publishScheduled(pool: Pool, id: number, secondOver: number): Promise<Published | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const change = await lockChange(db, id, null)
    // Another process was first, or it was withdrawn.
    if (change.state !== 'scheduled') abortTransaction('price_change_state')
    const { requested_by: userId, requested_by_key: keyId } = change
    const by = {
      actor: userId === null ? null : { userId },
      service: keyId === null ? null : { keyId },
      address: '',
    }
    return publish(db, by, change, secondOver)
  })
}
