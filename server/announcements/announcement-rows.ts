import type { AdminAnnouncement, AnnouncementDetail } from '#contract/admin/announcements.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { periodStateOf, today } from './audience.ts'

type HeadRow = {
  id: number
  title: string
  is_banner: boolean
  for_all: boolean
  from: string
  until: string | null
  dealer_count: number
  seen_count: number
}

const head = `a.id, a.title, a.is_banner, a.for_all, a.shows_from AS from, a.shows_until AS until,
            (SELECT count(*)::int FROM announcement_dealers d WHERE d.announcement_id = a.id) AS dealer_count,
            (SELECT count(*)::int FROM announcement_readers r WHERE r.announcement_id = a.id) AS seen_count`

function present(row: HeadRow): AdminAnnouncement {
  const { id, title, from, until } = row
  const counts = { dealerCount: row.dealer_count, seenCount: row.seen_count }
  const state = periodStateOf({ from, until }, today())
  return { id, title, isBanner: row.is_banner, isForAll: row.for_all, from, until, state, ...counts }
}

export async function countAnnouncements(db: Db, q: string): Promise<number> {
  const sql = `SELECT count(*)::int AS count FROM announcements a WHERE strpos(fold(a.title), fold($1)) > 0`
  return (await db.one<{ count: number }>(sql, [q], 'announcements_count'))?.count ?? 0
}

/** A page of announcements, the latest first. */
export async function loadAnnouncements(
  db: Db,
  q: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<AdminAnnouncement[]> {
  const rows = await db.query<HeadRow>(
    `SELECT ${head} FROM announcements a WHERE strpos(fold(a.title), fold($1)) > 0
      ORDER BY a.shows_from DESC, a.id DESC LIMIT $2 OFFSET $3`,
    [q, limit, offset],
    'announcements_list',
  )
  return rows.map(present)
}

type DetailRow = HeadRow & { html: string; revision: number }
type ReaderRow = { user: string; dealer: string; dealerCode: string; seen_at: Date; closed_at: Date | null }

/** One announcement with its dealers and who has seen it. */
export async function findAnnouncement(db: Db, id: number): Promise<AnnouncementDetail | undefined> {
  const row = await db.one<DetailRow>(
    `SELECT ${head}, a.html, a.revision FROM announcements a WHERE a.id = $1`,
    [id],
    'announcement_find',
  )
  if (row === undefined) return undefined
  const dealers = await db.query<{ code: string; name: string }>(
    `SELECT d.code, d.name FROM announcement_dealers c JOIN dealers d ON d.id = c.dealer_id
      WHERE c.announcement_id = $1 ORDER BY d.name, d.id`,
    [id],
    'announcement_dealers',
  )
  const readers = await db.query<ReaderRow>(
    `SELECT u.name AS user, d.name AS dealer, d.code AS "dealerCode", r.seen_at, r.closed_at
       FROM announcement_readers r JOIN users u ON u.id = r.user_id JOIN dealers d ON d.id = u.dealer_id
      WHERE r.announcement_id = $1 ORDER BY r.seen_at DESC, u.id LIMIT 500`,
    [id],
    'announcement_readers',
  )
  return {
    ...present(row),
    html: row.html,
    revision: row.revision,
    dealers,
    readers: readers.map(({ seen_at, closed_at, ...reader }) => ({
      ...reader,
      seenAt: seen_at.toISOString(),
      closedAt: closed_at?.toISOString() ?? null,
    })),
  }
}
