import {
  addSource as addSourceCall,
  changeSource as changeSourceCall,
  listSourceRuns,
  listSources,
  removeSource as removeSourceCall,
  runSourceNow as runSourceNowCall,
  setSourceState as setSourceStateCall,
} from '#contract/admin/imports/import-sources.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { parsePaging } from '#server/platform/http/list-paging.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { listProfileRows } from '#server/catalog/import/profiles/queries.ts'
import {
  addSource,
  changeSource,
  type Managing,
  removeSource,
  runSourceNow,
  setSourceState,
  valuesOf,
} from './manage-sources.ts'
import { presentRun } from './present-run.ts'
import { countRuns, findSource, listLastRuns, listRunRows, listSourceRows } from './queries.ts'

/** The administrators' endpoints for sources of product files; each change returns all sources. */
export function registerImportSources(calls: Calls, managing: Managing): void {
  const { pool } = managing
  const list = async (locale: Locale): Promise<Reply<typeof listSources>> => {
    const [rows, runs, profiles] = await Promise.all([
      listSourceRows(pool),
      listLastRuns(pool),
      listProfileRows(pool, 'products'),
    ])
    return {
      profiles: profiles.map(({ id, name }) => ({ id, name })),
      items: rows.map((row) => ({
        id: row.id,
        ...valuesOf(row),
        hasPassword: row.password !== null,
        isActive: row.is_active,
        isConfirmed: row.is_confirmed,
        nextRunAt: row.next_run_at?.toISOString() ?? null,
        products: row.products,
        lastRun: presentRun(
          runs.find(({ source_id }) => source_id === row.id),
          locale,
        ),
      })),
    }
  }
  const listAfter = async (changed: Promise<{ ok: true } | Refusal>, locale: Locale) => {
    const outcome = await changed
    return outcome.ok ? list(locale) : outcome
  }
  handle(calls, listSources, (_, { locale }) => list(locale))
  handle(calls, addSourceCall, ({ body }, by) => listAfter(addSource(managing, by, body), by.locale))
  handle(calls, changeSourceCall, ({ params, body }, by) =>
    listAfter(changeSource(managing, by, { id: params.id, ...body }), by.locale),
  )
  handle(calls, setSourceStateCall, ({ params, body }, by) =>
    listAfter(setSourceState(managing, by, { id: params.id, ...body }), by.locale),
  )
  handle(calls, runSourceNowCall, ({ params }, by) => listAfter(runSourceNow(managing, by, params.id), by.locale))
  handle(calls, removeSourceCall, ({ params }, by) => listAfter(removeSource(managing, by, params.id), by.locale))
  handle(calls, listSourceRuns, async ({ params: { id }, query }, { locale }) => {
    if ((await findSource(pool, id)) === undefined) return refuse('not_found')
    const { page, limit } = parsePaging(query)
    const [rows, total] = await Promise.all([
      listRunRows(pool, { sourceId: id, limit, offset: (page - 1) * limit }),
      countRuns(pool, id),
    ])
    const items = rows.flatMap((row) => presentRun(row, locale) ?? [])
    return { items, total, page, pages: Math.max(1, Math.ceil(total / limit)), limit }
  })
}
