import {
  approvePriceProposal,
  assignPriceList,
  changeListPrice as changeListPriceCall,
  comparePriceLists,
  createPriceList as createPriceListCall,
  declinePriceProposal,
  getPriceList,
  listPriceListDealers,
  listPriceLists,
  listPriceProposals,
  previewRaise,
  raisePrices as raisePricesCall,
  removePriceList as removePriceListCall,
  renamePriceList as renamePriceListCall,
} from '#contract/admin/price-lists.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Catalog } from '#server/catalog/open-catalog.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { withCommandPool } from '#server/platform/db/command-pool.ts'
import { createPriceList, removePriceList, renamePriceList } from './change-lists.ts'
import { compareLists } from './compare-lists.ts'
import { assignToDealers, listDealersOf } from './list-dealers.ts'
import { changeListPrice, showPriceList } from './list-prices.ts'
import { findPriceList, loadPriceLists } from './list-rows.ts'
import { approveProposal, declineProposal, listProposals } from './proposals.ts'
import { raisePrices, showRaise } from './raise-prices.ts'

/** The administrators' endpoints for price lists (docs/decisions/006). */
export function registerPriceLists(
  calls: Calls,
  { pool, store, catalog }: { pool: Pool; store: Store; catalog: Catalog },
): void {
  /** The settings contain the names of the lists. */
  const refreshed = async <Result extends object>(result: Result | Refusal): Promise<Result | Refusal> => {
    await store.refresh()
    return result
  }
  const secondOver = () => store.facts().settings.pricesNeedTwoOver
  const terms = () => ({ secondOver: secondOver(), floors: store.facts() })
  handle(calls, listPriceLists, async () => ({ items: await loadPriceLists(pool) }))
  handle(calls, createPriceListCall, async ({ body }, by) =>
    refreshed(await withCommandPool(pool, (db) => createPriceList(db, by, body))),
  )
  handle(calls, renamePriceListCall, async ({ params, body }, by) =>
    refreshed(await renamePriceList(pool, by, { ...params, ...body })),
  )
  handle(calls, removePriceListCall, async ({ params }, by) =>
    refreshed(await withCommandPool(pool, (db) => removePriceList(db, by, params.id))),
  )
  handle(calls, getPriceList, async ({ params, query }) =>
    showPriceList(pool, await catalog.finder(), params.id, query, secondOver()),
  )
  handle(calls, changeListPriceCall, ({ params, body }, by) =>
    changeListPrice(pool, by, { list: params.id, unit: params.unit, ...body }, terms()),
  )
  handle(calls, previewRaise, ({ params, body }) => showRaise(pool, params.id, body))
  handle(calls, raisePricesCall, ({ params, body }, by) =>
    withCommandPool(pool, (db) => raisePrices(db, by, { list: params.id, ...body }, terms())),
  )
  handle(calls, listPriceProposals, async ({ params: { id } }) => {
    if ((await findPriceList(pool, id)) === undefined) return refuse('price_list_not_found')
    return { items: await listProposals(pool, id) }
  })
  handle(calls, approvePriceProposal, ({ params: { id, proposal }, body: { stamp } }, by) =>
    withCommandPool(pool, (db) => approveProposal(db, by, { list: id, proposal, stamp }, store.facts())),
  )
  handle(calls, declinePriceProposal, ({ params: { id, proposal } }, by) =>
    declineProposal(pool, by, { list: id, proposal }),
  )
  handle(calls, listPriceListDealers, ({ params, query }) => listDealersOf(pool, params.id, query))
  handle(calls, assignPriceList, ({ params, body }, by) => assignToDealers(pool, by, params.id, body))
  handle(calls, comparePriceLists, async ({ query }) => compareLists(pool, await catalog.finder(), query))
}
