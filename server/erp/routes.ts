import {
  addErpConnection,
  bookErpDocument,
  changeErpConnection,
  changeErpMapping,
  checkErpConnection,
  getErpConnection,
  getErpTemplate,
  listErpConnections,
  listErpDifferences,
  listErpDocuments,
  listErpRefused,
  listErpRuns,
  previewErpMapping,
  removeErpConnection,
  retryErpDocument,
  retryErpRefused,
  runErp,
  setErpState,
} from '#contract/admin/erp.ts'
import { isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import { transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { kindOf, listConnections, loadDetail } from './connections/connection-list.ts'
import { findConnection, lockConnection } from './connections/connection-rows.ts'
import { listDifferences, listDocuments, listRefused, listRuns } from './connections/lists.ts'
import { changeMapping } from './connections/change-mapping.ts'
import {
  addConnection,
  changeConnection,
  type Managing,
  removeConnection,
  setConnectionState,
} from './connections/manage-connections.ts'
import { bookDocument, retryDocument, retryRefused } from './connections/repair.ts'
import { checkConnection, previewMapping, type Trying } from './connections/try-connection.ts'
import type { WriteRows } from './desk/shop-desk.ts'
import { handle } from '#server/visitor/visitor.ts'

export type ErpDeps = Managing & Pick<Trying, 'tools'> & { writeRows: WriteRows }

/** Registers the administrators' calls for ERP connections. */
export function registerErp(calls: Calls, deps: ErpDeps): void {
  registerConnections(calls, deps)
  registerMapping(calls, deps)
  registerLists(calls, deps)
}

const detailOf = async ({ pool, secret, adapters }: ErpDeps, id: number, locale: Locale) =>
  (await loadDetail(pool, secret, adapters, id, locale)) ?? refuse('not_found')

function registerConnections(calls: Calls, deps: ErpDeps): void {
  const { pool, adapters } = deps
  const detailAfter = async (id: number, locale: Locale, changed: Promise<{ ok: true } | Refusal>) => {
    const outcome = await changed
    return outcome.ok ? detailOf(deps, id, locale) : outcome
  }
  handle(calls, listErpConnections, async () => ({
    items: await listConnections(pool),
    kinds: [...adapters.values()].map(kindOf),
  }))
  handle(calls, getErpConnection, ({ params }, { locale }) => detailOf(deps, params.id, locale))
  handle(calls, addErpConnection, ({ body }, by) => addConnection(deps, by, body))
  handle(calls, changeErpConnection, ({ params, body }, by) =>
    detailAfter(params.id, by.locale, changeConnection(deps, by, params.id, body)),
  )
  handle(calls, setErpState, ({ params, body }, by) =>
    detailAfter(params.id, by.locale, setConnectionState(deps, by, params.id, body.isActive)),
  )
  handle(calls, removeErpConnection, async ({ params }, by) => {
    const outcome = await removeConnection(deps, by, params.id)
    return outcome.ok ? {} : outcome
  })
  handle(calls, checkErpConnection, ({ params }, { locale }) => checkConnection(deps, params.id, locale))
  handle(calls, runErp, ({ params: { id }, body: { resource, kind, allowsMissing = false } }, { locale }) =>
    detailAfter(
      id,
      locale,
      transactionOrRefusal(pool, async (db) => {
        const row = await lockConnection(db, id)
        if (row === undefined) return refuse('not_found')
        if (!row.is_active && kind !== 'compare') return refuse('erp_paused')
        const found = await db.execute(
          `UPDATE erp_feeds SET wanted = $3, allows_missing = $4, next_at = CASE $3 WHEN 'compare' THEN next_at ELSE now() END
            WHERE connection_id = $1 AND resource = $2 AND is_active`,
          [id, resource, kind, allowsMissing],
        )
        return found === 0 ? refuse('not_found') : { ok: true as const }
      }),
    ),
  )
}

function registerMapping(calls: Calls, deps: ErpDeps): void {
  const { pool, adapters } = deps
  handle(calls, getErpTemplate, async ({ params }) => {
    const found = await findConnection(pool, params.id)
    const template = adapters.get(found?.kind ?? '')?.template
    return template === undefined ? refuse('not_found') : { mapping: `${JSON.stringify(template, null, 2)}\n` }
  })
  handle(calls, changeErpMapping, ({ params: { id }, body }, by) => changeMapping(deps, by, id, body, by.locale))
  handle(calls, previewErpMapping, ({ params, body }, { locale }) => previewMapping(deps, params.id, body, locale))
}

function registerLists(calls: Calls, deps: ErpDeps): void {
  const { pool } = deps
  const ifThere = async <List>(id: number, list: () => Promise<List>) => {
    const row = await pool.one('SELECT FROM erp_connections WHERE id = $1', [id], 'erp_exists')
    return row === undefined ? refuse('not_found') : list()
  }
  handle(calls, listErpRuns, ({ params, query }) => ifThere(params.id, () => listRuns(pool, params.id, query)))
  handle(calls, listErpRefused, ({ params, query }, { locale }) =>
    ifThere(params.id, () => listRefused(pool, params.id, query.resource ?? '', locale)),
  )
  handle(calls, retryErpRefused, async ({ params, body }, { locale }) => {
    const done = await retryRefused(deps, params.id, body)
    return isRefusal(done) ? done : { ...done, ...(await listRefused(pool, params.id, '', locale)) }
  })
  handle(calls, listErpDocuments, ({ params, query }) =>
    ifThere(params.id, () => listDocuments(pool, params.id, query.state ?? '')),
  )
  const documentsAfter = async (id: number, changed: Promise<{ ok: true } | Refusal>) => {
    const outcome = await changed
    return outcome.ok ? listDocuments(pool, id, '') : outcome
  }
  handle(calls, retryErpDocument, ({ params: { id, kind, subject } }, by) =>
    documentsAfter(id, retryDocument(pool, by, id, { kind, subjectId: Number(subject) })),
  )
  handle(calls, bookErpDocument, ({ params: { id, kind, subject }, body }, by) =>
    documentsAfter(id, bookDocument(pool, by, id, { kind, subjectId: Number(subject), ...body })),
  )
  handle(calls, listErpDifferences, ({ params, query }) =>
    ifThere(params.id, () => listDifferences(pool, params.id, query.resource ?? '')),
  )
}
