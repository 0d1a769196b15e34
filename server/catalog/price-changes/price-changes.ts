import { Readable } from 'node:stream'
import {
  approvePriceChange,
  previewPriceChange,
  publishPriceChange,
  undoPriceChange,
  withdrawPriceChange,
} from '#contract/admin/price-change-publication.ts'
import {
  copyIntoChange,
  importIntoChange,
  raiseInChange,
  resetPriceInChange,
  setPriceInChange,
} from '#contract/admin/price-change-steps.ts'
import {
  createPriceChange,
  getPriceChange,
  listPriceChanges,
  removePriceChange,
} from '#contract/admin/price-changes.ts'
import { refuse } from '#contract/core/errors.ts'
import type { Catalog } from '#server/catalog/open-catalog.ts'
import { withCommandPool } from '#server/platform/db/command-pool.ts'
import { setterOf } from '#server/catalog/price-lists/price-floors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle, type UserContext } from '#server/visitor/visitor.ts'
import { copyIntoDraft } from './copy-step.ts'
import { importIntoDraft } from './file-step.ts'
import { createChange, listChanges, removeChange } from './list-changes.ts'
import { previewChange } from './preview.ts'
import { raiseDraftPrices } from './raise-step.ts'
import { approveChange, requestPublication, withdrawChange } from './request-publication.ts'
import { showChange } from './show-change.ts'
import { resetPrice, setTypedPrice } from './typed-step.ts'
import { undoChange } from './undo-change.ts'

/** `folder` is for files while they are read. */
type Deps = { pool: Pool; store: Store; catalog: Catalog; folder: string; now(): Date }

/** The administrators' calls for drafts of price changes and their publication (docs/decisions/081). */
export function registerPriceChanges(calls: Calls, { pool, store, catalog, folder, now }: Deps): void {
  const secondOver = () => store.facts().settings.pricesNeedTwoOver
  const terms = (by: UserContext) => ({
    secondOver: secondOver(),
    now: now(),
    limits: { setter: setterOf(by), floors: store.facts() },
  })
  handle(calls, listPriceChanges, ({ query }) => listChanges(pool, query))
  handle(calls, createPriceChange, ({ body }, by) => createChange(pool, by, body))
  handle(calls, getPriceChange, async ({ params, query }) =>
    showChange(pool, await catalog.finder(), { ...params, query, secondOver: secondOver() }),
  )
  handle(calls, removePriceChange, ({ params }, by) => withCommandPool(pool, (db) => removeChange(db, by, params.id)))
  handle(calls, raiseInChange, ({ params, body }, by) =>
    withCommandPool(pool, (db) => raiseDraftPrices(db, by, { ...params, body })),
  )
  handle(calls, copyIntoChange, ({ params, body }, by) =>
    withCommandPool(pool, (db) => copyIntoDraft(db, by, { ...params, body })),
  )
  handle(calls, importIntoChange, async ({ params, query, body }, by) => {
    if (!(body instanceof Readable)) return refuse('bad_request')
    return withCommandPool(pool, (db) => importIntoDraft(db, by, { ...params, ...query, body, folder }))
  })
  handle(calls, setPriceInChange, ({ params, body }, by) => setTypedPrice(pool, by, { ...params, body }))
  handle(calls, resetPriceInChange, ({ params, body }, by) => resetPrice(pool, by, { ...params, ...body }))
  handle(calls, previewPriceChange, ({ params, query }) => previewChange(pool, store.facts(), { ...params, query }))
  handle(calls, publishPriceChange, ({ params, body }, by) =>
    withCommandPool(pool, (db) => requestPublication(db, by, { ...params, body }, terms(by))),
  )
  handle(calls, approvePriceChange, ({ params, body }, by) =>
    withCommandPool(pool, (db) => approveChange(db, by, { ...params, ...body }, terms(by))),
  )
  handle(calls, withdrawPriceChange, ({ params }, by) => withdrawChange(pool, by, params.id))
  handle(calls, undoPriceChange, ({ params }, by) =>
    withCommandPool(pool, (db) => undoChange(db, by, params.id, secondOver())),
  )
}
