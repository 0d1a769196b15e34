import type { Db } from '#server/platform/db/pool.ts'

/**
 * Emails wait after a restore: those that waited in the backup may have been sent since, and jobs that look for what nobody was
 * told of yet find it again. True in SQL while the emails of a restore are held.
 */
export const holdsEmailsSql = 'EXISTS (SELECT FROM restores WHERE emails_released_at IS NULL)'

export async function holdEmails(db: Db, { backup, at }: { backup: string; at: Date }): Promise<void> {
  await db.execute(
    'UPDATE restores SET emails_released_at = now(), acknowledged_at = now() WHERE emails_released_at IS NULL',
  )
  await db.execute('INSERT INTO restores (backup, backup_at) VALUES ($1, $2)', [backup, at])
}

export type HeldEmails = { name: string; before: number; since: number }

/** Held emails by the name of their job: those that waited in the backup, and those enqueued since the restore. */
export function countHeldEmails(db: Db, names: readonly string[]): Promise<HeldEmails[]> {
  return db.query<HeldEmails>(
    `SELECT o.name, count(*) FILTER (WHERE o.created_at <= r.restored_at) AS before,
            count(*) FILTER (WHERE o.created_at > r.restored_at) AS since
       FROM outbox o CROSS JOIN (SELECT max(restored_at) AS restored_at FROM restores WHERE emails_released_at IS NULL) r
      WHERE r.restored_at IS NOT NULL AND o.name = ANY ($1) GROUP BY o.name ORDER BY o.name`,
    [names],
  )
}

export async function holdsEmails(db: Db): Promise<boolean> {
  const row = await db.one<{ holds: boolean }>(`SELECT ${holdsEmailsSql} AS holds`)
  return row?.holds ?? false
}

/** Lets all held emails leave. False: none were held. */
export async function releaseEmails(db: Db): Promise<boolean> {
  return (await db.execute('UPDATE restores SET emails_released_at = now() WHERE emails_released_at IS NULL')) > 0
}

/** Removes held emails of these names: those that waited in the backup, or all. Returns how many. */
export function dropEmails(db: Db, names: readonly string[], { all }: { all: boolean }): Promise<number> {
  return db.execute(
    `DELETE FROM outbox o USING (SELECT max(restored_at) AS restored_at FROM restores WHERE emails_released_at IS NULL) r
      WHERE o.name = ANY ($1) AND ($2 AND r.restored_at IS NOT NULL OR o.created_at <= r.restored_at)`,
    [names, all],
  )
}

export type OpenRestore = {
  id: number
  backup: string
  backup_at: Date
  restored_at: Date
  emails_released_at: Date | null
}

/** The newest restore that nobody has acknowledged. */
export async function findOpenRestore(db: Db): Promise<OpenRestore | null> {
  const row = await db.one<OpenRestore>(
    `SELECT id, backup, backup_at, restored_at, emails_released_at FROM restores WHERE acknowledged_at IS NULL ORDER BY id DESC LIMIT 1`,
    [],
    'restores_open',
  )
  return row ?? null
}

/** Returns the backup of the acknowledged restore; null if there is no such restore, or it was acknowledged before. */
export async function acknowledge(db: Db, id: number): Promise<string | null> {
  const row = await db.one<{ backup: string }>(
    'UPDATE restores SET acknowledged_at = now() WHERE id = $1 AND acknowledged_at IS NULL RETURNING backup',
    [id],
  )
  return row?.backup ?? null
}
