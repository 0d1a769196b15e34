import {
  changeDealer as changeDealerCall,
  createDealer as createDealerCall,
  dealerShows,
  dealerSorts,
  disableDealer,
  getDealer,
  getDealerForm,
  listAllDealers,
} from '#contract/dealer-administration.ts'
import type { Input, Reply } from '#contract/endpoint.ts'
import { type Refusal, refuse } from '#contract/errors.ts'
import { type Calls, handle } from '#server/platform/http/handle.ts'
import { changeDealer, createDealer, type DealerDeps, setDealerState } from './change-dealer.ts'
import { countDealers, findDealer, findDealers, listPriceLists } from './dealer-rows.ts'
import { valuesOf } from './dealer-values.ts'
import { oneOf, pagesOf, readPage } from './page-query.ts'

/** The administrators' calls about dealers. */
export function registerDealers(calls: Calls, deps: DealerDeps): void {
  const { pool } = deps
  handle(calls, listAllDealers, ({ query }) => list(deps, query))

  handle(calls, getDealerForm, async () => ({ priceLists: await listPriceLists(pool) }))

  handle(calls, getDealer, ({ params }) => detail(deps, params.id))

  handle(calls, createDealerCall, async ({ body }, context) => createDealer(deps, context, body.values))

  handle(calls, changeDealerCall, async ({ params, body }, context) => {
    const changed = await changeDealer(deps, context, { id: params.id, ...body })
    return changed.ok ? detail(deps, changed.id) : changed
  })

  handle(calls, disableDealer, async ({ params, body }, context) => {
    const changed = await setDealerState(deps, context, { id: params.id, ...body })
    return changed.ok ? detail(deps, changed.id) : changed
  })
}

/** What a list is narrowed to; what cannot be read counts as not said. */
export function readDealersAsk(query: Input<typeof listAllDealers>['query']) {
  const shown = { show: oneOf(dealerShows, query.show, null), sort: oneOf(dealerSorts, query.sort, 'name' as const) }
  return { ...readPage(query), ...shown }
}

async function list({ pool, overLimit }: DealerDeps, query: Input<typeof listAllDealers>['query']) {
  const filter = readDealersAsk(query)
  const [items, total] = await Promise.all([
    findDealers(pool, filter, overLimit),
    countDealers(pool, filter, overLimit),
  ])
  return { items, total, pages: pagesOf(total, filter.limit), ...filter }
}

async function detail({ pool, overLimit }: DealerDeps, id: number): Promise<Reply<typeof getDealer> | Refusal> {
  const [row, priceLists] = await Promise.all([findDealer(pool, id, { overLimit }), listPriceLists(pool)])
  if (row === undefined) return refuse('dealer_not_found')
  return {
    id,
    values: valuesOf(row),
    ...{ isDisabled: row.is_disabled, createdAt: row.created_at.toISOString(), isOverLimit: row.is_over, priceLists },
    ...{ balance: Number(row.balance), overdueBalance: Number(row.overdue_balance) },
    foreignBalances: row.foreign_balances,
  }
}
