import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

/** Forms that one network may send per hour, refused ones included: a form that is refused may reveal a dealer. */
const attemptsPerHour = 30
/** Applications of one network per day, to one email address per day, and of everyone per hour. */
const ofNetworkPerDay = 5
const ofEmailPerDay = 3
const ofAllPerHour = 200
/** Files without an application of one network per hour, and bytes of all of them. */
const filesPerHour = 40
const unusedBytesMax = 2 ** 30

export const pauseSeconds = 3600

/** Counts a form that was sent. False: the network has sent too many. */
export async function countAttempt(pool: Pool, network: string): Promise<boolean> {
  return transaction(pool, async (db) => {
    await lockNetwork(db, network)
    const sql = `INSERT INTO application_attempts (network) SELECT $1
       WHERE (SELECT count(*) FROM application_attempts WHERE network = $1 AND at > now() - interval '1 hour') < $2`
    return (await db.execute(sql, [network, attemptsPerHour], 'application_attempt')) === 1
  })
}

/** Requests of one network run one after the other, so that parallel ones are counted too. */
export const lockNetwork = (db: Db, network: string) =>
  db.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 19))', [`applications ${network}`])

/** Whether the network, null for none, and the email address may apply once more. */
export async function mayApply(
  db: Db,
  { network, email }: { network: string | null; email: string },
): Promise<boolean> {
  const row = await db.one<{ of_network: number; of_email: number; of_all: number }>(
    `SELECT (SELECT count(*)::int FROM applications
              WHERE network = $1 AND filed_by IS NULL AND created_at > now() - interval '1 day') AS of_network,
            (SELECT count(*)::int FROM applications
              WHERE email = $2 AND created_at > now() - interval '1 day') AS of_email,
            (SELECT count(*)::int FROM applications WHERE created_at > now() - interval '1 hour') AS of_all`,
    [network, email],
    'application_counts',
  )
  return (
    row !== undefined && row.of_network < ofNetworkPerDay && row.of_email < ofEmailPerDay && row.of_all < ofAllPerHour
  )
}

/** Whether the network may upload once more. */
export async function mayUpload(db: Db, network: string): Promise<boolean> {
  const row = await db.one<{ of_network: number; bytes: number }>(
    `SELECT (SELECT count(*)::int FROM application_files WHERE application_id IS NULL AND network = $1
                AND created_at > now() - interval '1 hour') AS of_network,
            (SELECT coalesce(sum(bytes), 0)::float8 FROM application_files WHERE application_id IS NULL) AS bytes`,
    [network],
    'application_file_counts',
  )
  return row !== undefined && row.of_network < filesPerHour && row.bytes < unusedBytesMax
}

export async function purgeAttempts(db: Db): Promise<void> {
  await deleteBatches(db, 'application_attempts', "at < now() - interval '1 day'")
}
