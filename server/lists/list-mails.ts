import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { loadUser } from '#server/account/account.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { loadNews, saveStates } from './follows.ts'
import { loadListLines } from './line-rows.ts'
import { loadLineProducts } from './present-lines.ts'

export const listMailJob = 'list-mail'

/** A line with news in an email; `price`: as amounts before tax. */
export type MailedLine = {
  list: string
  code: string
  name: string
  unit: string
  price: { before: MailedPrice; now: MailedPrice } | null
  isBack: boolean
}
type MailedPrice = { value: number | string; currency: string }

/** Lines of an email at most; it says how many more there are. */
export const mailedLinesMax = 100

/**
 * Checks the lists of all followers who want emails, once a day each, and enqueues one email per user with what is new since
 * the last one. Returns the number of emails. Throws after all users have been checked if some of them could not be.
 */
export async function enqueueListMails({ pool, store }: { pool: Pool; store: Store }, now: Date): Promise<number> {
  const today = dayInTurkey(now)
  const users = await pool.query<{ user_id: number }>(
    `SELECT DISTINCT user_id FROM list_follows
      WHERE has_emails AND (checked_on IS NULL OR checked_on < $1::date) ORDER BY user_id`,
    [today],
    'list_mails_due',
  )
  let count = 0
  const failures: unknown[] = []
  for (const { user_id: userId } of users) {
    try {
      count += await transaction(pool, (db) => checkLists(db, userId, { store, today }))
    } catch (error) {
      // The users after this one get their emails all the same.
      failures.push(error)
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Users whose lists could not be checked: ${failures.length}`)
  return count
}

/** The lists that a user follows by email are checked in one transaction: what is enqueued is not new any more. */
async function checkLists(db: Db, userId: number, { store, today }: { store: Store; today: string }): Promise<number> {
  const due = await db.query<{ list_id: number }>(
    `UPDATE list_follows SET checked_on = $2::date
      WHERE user_id = $1 AND has_emails AND (checked_on IS NULL OR checked_on < $2::date) RETURNING list_id`,
    [userId, today],
    'list_mails_take',
  )
  const actor = await loadUser(db, userId)
  if (due.length === 0 || actor === null || actor.dealer === null) return 0
  const lists = await db.query<{ id: number; name: string }>(
    `SELECT id, name FROM lists
      WHERE id = ANY ($1::integer[]) AND dealer_id = $2 AND (user_id = $3 OR is_shared) AND deleted_at IS NULL
      ORDER BY name, id`,
    [due.map((row) => row.list_id), actor.dealer.id, userId],
    'list_mails_lists',
  )
  const view = viewOf({ actor, choices: {}, locale: 'tr' }, store.facts())
  const rows = await loadListLines(
    db,
    lists.map(({ id }) => id),
  )
  const products = await loadLineProducts(db, rows, view)
  const follower = { userId, shown: 'email' as const }
  const news = await loadNews(db, follower, rows, products)
  await saveStates(db, follower, rows, products)
  const notified = await loadNotifiedProducts(db, userId)
  const lines = lists.flatMap(({ id, name: list }) =>
    rows.flatMap((row): MailedLine[] => {
      const found = news.get(row.id)
      if (row.list_id !== id || found === undefined) return []
      const { change, now } = found
      const price = change.before && now.price ? { before: change.before, now: now.price } : null
      const isBack = change.isBack && !notified.has(row.product_id ?? 0)
      const { code, name, unit } = row
      return price === null && !isBack ? [] : [{ list, code, name, unit, price, isBack }]
    }),
  )
  if (lines.length === 0) return 0
  const data = { userId, lines: lines.slice(0, mailedLinesMax), count: lines.length }
  await enqueue(db, listMailJob, data)
  return 1
}

/** Products about whose stock the user got an email of its own since yesterday. */
async function loadNotifiedProducts(db: Db, userId: number): Promise<Set<number>> {
  const rows = await db.query<{ product_id: number }>(
    `SELECT product_id FROM stock_watches WHERE user_id = $1 AND notified_at > now() - interval '1 day'`,
    [userId],
    'list_mails_notified',
  )
  return new Set(rows.map((row) => row.product_id))
}
