import { Readable } from 'node:stream'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import {
  createFaultReport,
  getFaultReport,
  listBaseCategories,
  listFaultProducts,
  listFaultReports,
  pickedProductsMax,
  removeFaultPhoto,
  uploadFaultPhoto,
} from '#contract/shop/fault-reports.ts'
import type { CategoryNode } from '#contract/shop/categories.ts'
import { isIdempotencyKey } from '#server/account/account.ts'
import { type Catalog, pickProducts } from '#server/catalog/catalog.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { registerFaultAdministration } from './administration.ts'
import { createReport } from './create-report.ts'
import { listReports } from './list-reports.ts'
import { savePhoto, removePhoto } from './photo-files.ts'
import { countUnattached, deleteUnattached, insertPhoto } from './photo-rows.ts'
import { presentListed, presentReport } from './present-report.ts'
import { findReport } from './report-rows.ts'

export type FaultReportsDeps = {
  pool: Pool
  store: Store
  catalog: Catalog
  /** Folder of the photos. */
  folder: FileStore
}

/** Photos without a report that a user may upload per hour. */
const maxUnattached = 40
const pauseSeconds = 600

export function registerFaultReports(calls: Calls, deps: FaultReportsDeps): void {
  registerPicker(calls, deps)
  registerPhotos(calls, deps)
  registerReports(calls, deps)
  registerFaultAdministration(calls, deps)
}

function registerPicker(calls: Calls, { pool, catalog }: FaultReportsDeps): void {
  handle(calls, listBaseCategories, async ({ params }) => {
    // A faulty product may be sold out: categories with products out of stock are included.
    const tree = await catalog.categories({ showNotInStocks: '1' })
    const found = params.categoryId === 0 ? tree : findNode(tree, params.categoryId)?.children
    return found?.map(({ id, name }) => ({ id, name })) ?? refuse('not_found')
  })

  handle(calls, listFaultProducts, async ({ params, query }) => {
    const text = (query.q ?? '').replaceAll('\0', '').trim()
    const request = { categoryId: params.categoryId, text, limit: pickedProductsMax }
    return (await pickProducts(pool, await catalog.finder(), request)) ?? refuse('not_found')
  })
}

function findNode(nodes: readonly CategoryNode[], id: number): CategoryNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children, id)
    if (found !== undefined) return found
  }
  return undefined
}

function registerPhotos(calls: Calls, { pool, folder }: FaultReportsDeps): void {
  handle(calls, uploadFaultPhoto, async ({ body }, { actor }) => {
    if (!(body instanceof Readable)) return refuse('bad_request')
    if ((await countUnattached(pool, actor.userId)) >= maxUnattached) {
      return refuse('too_many_requests', { seconds: pauseSeconds })
    }
    const photo = await savePhoto(folder, body)
    if (isRefusal(photo)) return photo
    try {
      await insertPhoto(pool, actor.userId, photo)
    } catch (error) {
      await removePhoto(folder, photo.file)
      throw error
    }
    return photo
  })

  handle(calls, removeFaultPhoto, async ({ params }, { actor }) => {
    if (!(await deleteUnattached(pool, actor.userId, params.file))) return refuse('not_found')
    await removePhoto(folder, params.file)
    return { success: true as const }
  })
}

function registerReports(calls: Calls, { pool, store }: FaultReportsDeps): void {
  handle(calls, createFaultReport, async ({ body }, context) => {
    const { actor, idempotencyKey } = context
    if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) return refuse('bad_request')
    const owner = { userId: actor.userId, dealerId: actor.dealer.id }
    const view = viewOf(context, store.facts())
    const created = await createReport(pool, { ...owner, view, input: body, idempotencyKey })
    return created.ok ? { success: true as const, reportNo: created.reportNo } : created
  })

  handle(calls, listFaultReports, async ({ query }, { actor }) => {
    const { rows, ...page } = await listReports(pool, actor.dealer.id, query)
    return { items: rows.map(presentListed), ...page }
  })

  handle(calls, getFaultReport, async ({ params }, { actor }): Promise<ReturnType<typeof presentReport> | Refusal> => {
    const row = await findReport(pool, { dealerId: actor.dealer.id, reportNo: params.reportNo })
    return row === undefined ? refuse('fault_report_not_found') : presentReport(row)
  })
}
