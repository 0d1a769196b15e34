import { listPromotions, type PromotionList, promotionSorts, promotionStates } from '#contract/admin/promotions.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { promotionKinds } from '#domain/promotions/promotion-kinds.ts'
import { fold } from '#domain/text/text.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadNamed, presentListed, stateSql } from './promotion-rows.ts'

type ListQuery = Input<typeof listPromotions>['query']

const orders: Record<string, string> = { name: 'm.name', start: 'm.starts_on', priority: 'm.priority' }

const filterSql = `
      NOT EXISTS (SELECT FROM unnest($1::text[]) word WHERE strpos(fold(m.name || ' ' || m.code), word) = 0)
  AND ($2::text IS NULL OR m.kind = $2)
  AND ($3::text IS NULL OR ${stateSql} = $3)`

/** Parses the filters of a list; invalid values are ignored. */
export function parsePromotionsQuery(query: ListQuery) {
  return {
    q: cleanText(query.q).slice(0, 100),
    kind: promotionKinds.find((kind) => kind === query.kind) ?? null,
    state: promotionStates.find((state) => state === query.state) ?? null,
    sort: promotionSorts.find((sort) => sort === query.sort) ?? ('name' as const),
  }
}

/** The ids of one page, or without a page of all promotions that the filter matches; and their number. */
export async function findPromotionIds(
  db: Db,
  { q, kind, state, sort }: ReturnType<typeof parsePromotionsQuery>,
  { limit, offset }: { limit: number | null; offset: number } = { limit: null, offset: 0 },
): Promise<{ ids: number[]; total: number }> {
  const words = fold(q)
    .split(/\s+/)
    .filter((word) => word !== '')
  const params = [words.slice(0, 10), kind, state]
  const isDown = sort.startsWith('-')
  const order = `${orders[isDown ? sort.slice(1) : sort]} ${isDown ? 'DESC' : 'ASC'} NULLS LAST, m.name, m.id`
  const [rows, count] = await Promise.all([
    db.query<{ id: number }>(`SELECT m.id FROM promotions m WHERE ${filterSql} ORDER BY ${order} LIMIT $4 OFFSET $5`, [
      ...params,
      limit,
      offset,
    ]),
    db.one<{ total: number }>(`SELECT count(*) AS total FROM promotions m WHERE ${filterSql}`, params),
  ])
  return { ids: rows.map(({ id }) => id), total: count?.total ?? 0 }
}

export async function listAllPromotions(db: Db, query: ListQuery): Promise<PromotionList> {
  const filter = parsePromotionsQuery(query)
  const { page, limit } = parsePaging(query)
  const { ids, total } = await findPromotionIds(db, filter, { limit, offset: (page - 1) * limit })
  const items = (await loadNamed(db, ids)).map(presentListed)
  return { items, total, page, limit, pages: Math.max(1, Math.ceil(total / limit)), ...filter }
}
