import {
  type Announcement,
  type AnnouncementBanner,
  announcementsMax,
  bannersMax,
} from '#contract/shop/announcements.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { today } from './audience.ts'

export type Reader = { userId: number; dealerId: number }

/** $1 the reader's dealer, $2 today. */
const isShown = `a.shows_from <= $2::date AND (a.shows_until IS NULL OR a.shows_until >= $2::date)
        AND (a.for_all OR EXISTS (SELECT FROM announcement_dealers d WHERE d.announcement_id = a.id AND d.dealer_id = $1))`

/** The banners that a user has not closed, the latest first. */
export async function loadBanners(db: Db, { userId, dealerId }: Reader): Promise<AnnouncementBanner[]> {
  return db.query<AnnouncementBanner>(
    `SELECT a.id, a.title, a.html FROM announcements a
      WHERE a.is_banner AND ${isShown}
        AND NOT EXISTS (SELECT FROM announcement_readers r
                         WHERE r.announcement_id = a.id AND r.user_id = $3 AND r.closed_at IS NOT NULL)
      ORDER BY a.shows_from DESC, a.id DESC LIMIT $4`,
    [dealerId, today(), userId, bannersMax],
    'announcement_banners',
  )
}

type ShownRow = { id: number; title: string; html: string; from: string; until: string | null; is_new: boolean }

/** The announcements of a dealer that are shown today, the latest first. */
export async function loadShown(db: Db, { userId, dealerId }: Reader): Promise<Announcement[]> {
  const rows = await db.query<ShownRow>(
    `SELECT a.id, a.title, a.html, a.shows_from AS from, a.shows_until AS until,
            NOT EXISTS (SELECT FROM announcement_readers r WHERE r.announcement_id = a.id AND r.user_id = $3) AS is_new
       FROM announcements a WHERE ${isShown} ORDER BY a.shows_from DESC, a.id DESC LIMIT $4`,
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
     SELECT a.id, $3, CASE WHEN $5 THEN now() END FROM announcements a WHERE a.id = $4 AND ${isShown}
         ON CONFLICT (announcement_id, user_id) DO UPDATE
        SET closed_at = coalesce(announcement_readers.closed_at, excluded.closed_at)`,
    [dealerId, today(), userId, id, isClosed],
    'announcement_see',
  )
  return count === 1
}
