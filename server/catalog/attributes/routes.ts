import {
  changeAttribute,
  createAttribute,
  deleteAttribute as deleteCall,
  listAttributes,
} from '#contract/admin/attributes.ts'
import { hasText } from '#server/catalog/admin/product-list.ts'
import { loadCategoryRows } from '#server/catalog/admin/queries.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { loadAttributes, loadUnitNames } from './attribute-rows.ts'
import { deleteAttribute, saveAttribute } from './save-attribute.ts'

/** The administrators' endpoints for technical attributes. */
export function registerAttributes(calls: Calls, { pool }: { pool: Pool }): void {
  handle(calls, listAttributes, async ({ query }) => {
    const [all, categories, units] = await Promise.all([
      loadAttributes(pool),
      loadCategoryRows(pool),
      loadUnitNames(pool),
    ])
    const { page, limit } = parsePaging(query)
    const q = cleanText(query.q)
    const found = all.filter(({ nameTr, nameEn, key, unit }) => q === '' || hasText(q, nameTr, nameEn, key, unit))
    return {
      items: found.slice((page - 1) * limit, page * limit),
      total: found.length,
      page,
      pages: Math.max(1, Math.ceil(found.length / limit)),
      limit,
      q,
      categories: categories.map(({ id, name, depth }) => ({ id, name, depth })),
      units,
      groups: [...new Set(all.map(({ groupTr }) => groupTr).filter((group) => group !== ''))],
    }
  })
  handle(calls, createAttribute, ({ body }, context) => saveAttribute(pool, context, null, body))
  handle(calls, changeAttribute, ({ params, body }, context) =>
    saveAttribute(pool, context, { id: params.id, revision: body.revision }, body.values),
  )
  handle(calls, deleteCall, ({ params }, context) => deleteAttribute(pool, context, params.id))
}
