import {
  assignDealerGroup,
  changeDealerGroup,
  createDealerGroup,
  deleteDealerGroup,
  getDealerGroup,
  leaveDealerGroup,
  listDealerGroups,
} from '#contract/admin/dealer-groups.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { fold } from '#domain/text/text.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { assignByCode, changeGroup, createGroup, leaveGroup, removeGroup } from './change-groups.ts'
import { findGroup, loadGroups } from './group-rows.ts'

type Deps = { pool: Pool; store: Store }

/** The administrators' endpoints for groups of dealers. Changed members have other prices before the response is sent. */
export function registerDealerGroups(calls: Calls, { pool, store }: Deps): void {
  const refreshed = async <Result extends object>(result: Result | Refusal): Promise<Result | Refusal> => {
    await store.refresh()
    return result
  }
  const needsTwo = () => store.facts().settings.pricesNeedTwoOver > 0
  handle(calls, listDealerGroups, async () => ({ items: await loadGroups(pool) }))
  handle(calls, getDealerGroup, ({ params, query }) => showGroup(pool, params.id, query))
  handle(calls, createDealerGroup, ({ body }, by) => createGroup(pool, by, body.values))
  handle(calls, changeDealerGroup, ({ params, body }, by) => changeGroup(pool, by, { ...params, ...body }))
  handle(calls, deleteDealerGroup, async ({ params }, by) => refreshed(await removeGroup(pool, by, params.id)))
  handle(calls, assignDealerGroup, async ({ params, body }, by) =>
    refreshed(await assignByCode(pool, { by, needsTwo: needsTwo(), floors: store.facts() }, { ...params, ...body })),
  )
  handle(calls, leaveDealerGroup, async ({ params }, by) => {
    const left = await refreshed(await leaveGroup(pool, { by, needsTwo: needsTwo(), floors: store.facts() }, params))
    return left.ok ? { success: true as const, isWaiting: left.isWaiting } : left
  })
}

type MemberRow = { id: number; code: string; name: string; city: string; total: number }

async function showGroup(
  db: Db,
  id: number,
  query: Input<typeof getDealerGroup>['query'],
): Promise<Reply<typeof getDealerGroup> | Refusal> {
  const { page, limit } = parsePaging(query)
  const group = await findGroup(db, id)
  if (group === undefined) return refuse('dealer_group_not_found')
  const q = cleanText(query.q).slice(0, 100)
  const rows = await db.query<MemberRow>(
    `SELECT d.id, d.code, d.name, coalesce(d.city, '') AS city, count(*) OVER () AS total
       FROM dealers d
      WHERE d.group_id = $1 AND NOT EXISTS (SELECT FROM unnest($2::text[]) word WHERE strpos(d.search_text, word) = 0)
      ORDER BY d.name, d.id LIMIT $3 OFFSET $4`,
    [id, fold(q).split(/\s+/).slice(0, 10), limit, (page - 1) * limit],
  )
  const total = rows[0]?.total ?? 0
  const items = rows.map(({ total: _total, ...member }) => member)
  return { group, items, total, page, limit, pages: Math.max(1, Math.ceil(total / limit)), q }
}
