import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { settleRestored } from './after-restore.ts'
import { defaultGaps } from './load-database.ts'

/** The file with the highest mark that the database has had. */
export const markKey = 'database-mark'

/** What `restores` names instead of a backup. */
export const pointInTime = 'point in time'

const storedMark = async (files: FileStore): Promise<number> => {
  const number = Number((await files.get(markKey))?.toString().trim() ?? 0)
  return Number.isSafeInteger(number) ? number : 0
}

/**
 * Raises the mark of the database, then the one beside it: the file never names what the database has not committed. Reports a
 * database that is behind the file, and leaves it so, for the next start to settle.
 */
export async function raiseMark(pool: Pool, files: FileStore, warn: (error: Error) => void): Promise<void> {
  const stored = await storedMark(files)
  const raised = await pool.one<{ number: number }>(
    `UPDATE database_mark SET number = greatest(number, $1) + 1, at = clock_timestamp()
      WHERE number = 0 OR number >= $1 RETURNING number`,
    [stored],
    'database_mark_raise',
  )
  if (raised === undefined) {
    warn(new Error('The database was recovered to an earlier moment: restart all processes, so that the shop notices.'))
    return
  }
  await files.put(markKey, Buffer.from(`${raised.number}\n`))
}

/** From now on the database counts as the newest there is. */
export async function acceptDatabase(db: Db): Promise<void> {
  await db.execute('UPDATE database_mark SET number = 0')
}

/**
 * Does what follows a restore, once, if the database has gone back to an earlier moment since the last mark. Returns the time of
 * its own last mark then; null: it has not.
 */
export async function noticeRecovery(pool: Pool, files: FileStore, now = new Date()): Promise<Date | null> {
  const stored = await storedMark(files)
  const findMark = (db: Db, lock = '') =>
    db.one<{ at: Date }>(`SELECT at FROM database_mark WHERE number > 0 AND number < $1 ${lock}`, [stored])
  // An ordinary start writes nothing.
  if ((await findMark(pool)) === undefined) return null
  return transaction(pool, async (db) => {
    const mark = await findMark(db, 'FOR UPDATE')
    if (mark === undefined) return null
    await settleRestored(db, { backup: pointInTime, at: mark.at }, { now, gaps: defaultGaps })
    await acceptDatabase(db)
    return mark.at
  })
}
