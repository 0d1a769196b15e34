import {
  campaignSorts,
  type CampaignSort,
  type CampaignState,
  campaignStates,
  type ListedCampaign,
} from '#contract/admin/campaigns.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { isRunning } from './queries.ts'

export type CampaignsQuery = { q: string; state: CampaignState | null; sort: CampaignSort }

/** Parses the filters of a list; invalid values are ignored. */
export function parseCampaignsQuery(query: {
  q?: string | undefined
  state?: string | undefined
  sort?: string | undefined
}): CampaignsQuery {
  return {
    q: cleanText(query.q).slice(0, 100),
    state: campaignStates.find((state) => state === query.state) ?? null,
    sort: campaignSorts.find((sort) => sort === query.sort) ?? 'position',
  }
}

const stateSql = `CASE WHEN NOT is_active THEN 'off' WHEN ${isRunning} THEN 'running'
  WHEN starts_at > now() THEN 'planned' ELSE 'ended' END`

const orders: Record<string, string> = {
  position: 'position',
  name: 'name',
  start: 'starts_at',
  end: 'ends_at',
}

type CampaignListRow = Omit<ListedCampaign, 'discount' | 'startsAt' | 'endsAt'> & {
  discount: string
  starts_at: Date | null
  ends_at: Date | null
}

/** A page of campaigns and their total number. Filters in memory: a store has hundreds at most. */
export async function findCampaigns(
  db: Db,
  { q, state, sort }: CampaignsQuery,
  { limit, offset }: { limit: number; offset: number } = { limit: 100_000, offset: 0 },
): Promise<{ items: ListedCampaign[]; total: number }> {
  const isDescending = sort.startsWith('-')
  const order = `${orders[isDescending ? sort.slice(1) : sort]} ${isDescending ? 'DESC' : 'ASC'} NULLS LAST`
  const rows = await db.query<CampaignListRow>(
    `SELECT id, name, discount, starts_at, ends_at, position, row_count AS "rowCount", ${stateSql} AS state,
            (SELECT count(*)::int FROM campaign_products p WHERE p.campaign_id = campaigns.id) AS products
       FROM campaigns
      WHERE strpos(fold(name), fold($1)) > 0 AND ($2::text IS NULL OR ${stateSql} = $2)
      ORDER BY ${order}, position, id`,
    [q, state],
  )
  const items = rows.slice(offset, offset + limit).map(({ discount, starts_at, ends_at, ...row }) => ({
    ...row,
    discount: Number(discount),
    startsAt: starts_at?.toISOString() ?? null,
    endsAt: ends_at?.toISOString() ?? null,
  }))
  return { items, total: rows.length }
}

export async function stateOf(db: Db, id: number): Promise<CampaignState> {
  const row = await db.one<{ state: CampaignState }>(`SELECT ${stateSql} AS state FROM campaigns WHERE id = $1`, [id])
  return row?.state ?? 'off'
}
