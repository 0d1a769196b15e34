import { type Announcement, announcementsMax, bannersMax } from '#contract/shop/announcements.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { today } from './audience.ts'

export type Reader = { userId: number; dealerId: number }

/** Whether an announcement `a` is shown to a dealer on a day. */
const isShownSql = (dealer: string, day: string): string =>
  `a.shows_from <= ${day}::date AND (a.shows_until IS NULL OR a.shows_until >= ${day}::date)
        AND (a.for_all OR EXISTS (
          SELECT FROM announcement_dealers d WHERE d.announcement_id = a.id AND d.dealer_id = ${dealer}))`

/**
 * The banners that a user has not closed, the latest first, as an array of JSON. `dealer`, `day` and `user`: the parameters
 * of the statement.
 */
export const bannersSql = (dealer: string, day: string, user: string): string =>
  `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'title', b.title, 'html', b.html)), '[]') FROM (
     SELECT a.id, a.title, a.html FROM announcements a
      WHERE a.is_banner AND ${isShownSql(dealer, day)}
        AND NOT EXISTS (SELECT FROM announcement_readers r
                         WHERE r.announcement_id = a.id AND r.user_id = ${user} AND r.closed_at IS NOT NULL)
      ORDER BY a.shows_from DESC, a.id DESC LIMIT ${bannersMax}) b)`

type ShownRow = { id: number; title: string; html: string; from: string; until: string | null; is_new: boolean }

/** The announcements of a dealer that are shown today, the latest first. */
export async function loadShown(db: Db, { userId, dealerId }: Reader): Promise<Announcement[]> {
  const rows = await db.query<ShownRow>(
    `SELECT a.id, a.title, a.html, a.shows_from AS from, a.shows_until AS until,
            NOT EXISTS (SELECT FROM announcement_readers r WHERE r.announcement_id = a.id AND r.user_id = $3) AS is_new
       FROM announcements a WHERE ${isShownSql('$1', '$2')} ORDER BY a.shows_from DESC, a.id DESC LIMIT $4`,
    [dealerId, today(), userId, announcementsMax],
    'announcements_shown',
  )
  return rows.map(({ is_new: isNew, ...row }) => ({ ...row, isNew }))
}

/** Records that the user has seen an announcement, and closed its banner. Returns false if it is not shown to the user. */
export async function saveSeen(
  db: Db,
  { userId, dealerId }: Reader,
  { id, isClosed }: { id: number; isClosed: boolean },
): Promise<boolean> {
  const count = await db.execute(
    `INSERT INTO announcement_readers (announcement_id, user_id, closed_at)
     SELECT a.id, $3, CASE WHEN $5 THEN now() END FROM announcements a WHERE a.id = $4 AND ${isShownSql('$1', '$2')}
         ON CONFLICT (announcement_id, user_id) DO UPDATE
        SET closed_at = coalesce(announcement_readers.closed_at, excluded.closed_at)`,
    [dealerId, today(), userId, id, isClosed],
    'announcement_see',
  )
  return count === 1
}
