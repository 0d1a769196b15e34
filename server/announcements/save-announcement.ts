import type { AnnouncementValues } from '#contract/admin/announcements.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import { cleanDescription } from '#server/platform/clean-html.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { checkAudience } from './audience.ts'

type StaffAuthor = Author & { actor: { userId: number } }
type Saved = { ok: true; id: number }
/** `revision`: the one that was on screen. */
type Change = AnnouncementValues & { id: number; revision: number }

/** Saves a new announcement, or a changed one if nobody has changed it since. */
export async function saveAnnouncement(
  pool: Pool,
  author: StaffAuthor,
  values: AnnouncementValues | Change,
): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db): Promise<Saved> => {
    const dealerIds = await checkAudience(db, values)
    const columns = columnsOf(values)
    const isNew = !('id' in values)
    const id = isNew
      ? await insertRow(db, 'announcements', { ...columns, created_by: author.actor.userId })
      : await update(db, values, columns)
    await setDealers(db, id, dealerIds)
    const { title, isBanner, from, until, audience } = values
    const after = { title, isBanner, from, until, dealers: audience.isForAll ? 'all' : audience.dealers }
    await writeAudit(db, author, { action: isNew ? 'create' : 'change', noun: 'announcement', id: String(id), after })
    return { ok: true, id }
  })
}

const columnsOf = ({ title, html, isBanner, from, until, audience }: AnnouncementValues) => ({
  title,
  html: cleanDescription(html.replaceAll('\0', '')).html,
  is_banner: isBanner,
  for_all: audience.isForAll,
  shows_from: from,
  shows_until: until,
})

async function update(db: Db, { id, revision }: Change, columns: ReturnType<typeof columnsOf>): Promise<number> {
  const count = await db.execute(
    `UPDATE announcements SET title = $3, html = $4, is_banner = $5, for_all = $6, shows_from = $7, shows_until = $8,
            revision = revision + 1 WHERE id = $1 AND revision = $2`,
    [id, revision, ...Object.values(columns)],
    'announcement_update',
  )
  if (count === 1) return id
  const found = await db.one('SELECT true AS found FROM announcements WHERE id = $1', [id], 'announcement_exists')
  return abortTransaction(found === undefined ? 'announcement_not_found' : 'announcement_changed')
}

async function setDealers(db: Db, id: number, dealerIds: readonly number[]): Promise<void> {
  await db.execute(
    'DELETE FROM announcement_dealers WHERE announcement_id = $1 AND dealer_id <> ALL ($2::integer[])',
    [id, dealerIds],
    'announcement_dealers_remove',
  )
  await db.execute(
    `INSERT INTO announcement_dealers (announcement_id, dealer_id) SELECT $1, unnest($2::integer[]) ON CONFLICT DO NOTHING`,
    [id, dealerIds],
    'announcement_dealers_add',
  )
}

/** Deletes an announcement. Returns false if there is none. */
export async function removeAnnouncement(pool: Pool, author: StaffAuthor, id: number): Promise<Refusal | null> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await db.one<{ title: string }>(
      'DELETE FROM announcements WHERE id = $1 RETURNING title',
      [id],
      'announcement_remove',
    )
    if (row === undefined) return abortTransaction('announcement_not_found')
    const before = { title: row.title }
    await writeAudit(db, author, { action: 'remove', noun: 'announcement', id: String(id), before })
    return null
  })
}
