import {
  changeDealer as changeDealerCall,
  createDealer as createDealerCall,
  dealerShows,
  dealerSorts,
  disableDealer,
  getDealer,
  getDealerForm,
  listAllDealers,
} from '#contract/admin/dealers.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { changeDealer, createDealer, setDealerState } from './change-dealer.ts'
import {
  conditionOf,
  countDealers,
  type DealerAccounts,
  findDealer,
  findDealerIds,
  loadDealerChoices,
  loadAccounts,
  loadDealers,
} from './dealer-rows.ts'
import { valuesOf } from './dealer-values.ts'
import { oneOf, pagesOf, parsePageQuery } from './page-query.ts'

type DealerDeps = { pool: Pool; accounts: DealerAccounts; store: Pick<Store, 'facts'> }

/** The endpoints of administrators for dealers. */
export function registerDealers(calls: Calls, deps: DealerDeps): void {
  const { pool } = deps
  handle(calls, listAllDealers, ({ query }) => list(deps, query))

  handle(calls, getDealerForm, () => loadDealerChoices(pool))

  handle(calls, getDealer, ({ params }) => detail(deps, params.id))

  handle(calls, createDealerCall, async ({ body }, context) => createDealer(deps, context, body.values))

  handle(calls, changeDealerCall, async ({ params, body }, context) => {
    const needsTwo = deps.store.facts().settings.pricesNeedTwoOver > 0
    const changed = await changeDealer({ pool, needsTwo }, context, { id: params.id, ...body })
    return changed.ok ? detail(deps, changed.id) : changed
  })

  handle(calls, disableDealer, async ({ params, body }, context) => {
    const changed = await setDealerState(deps, context, { id: params.id, ...body })
    return changed.ok ? detail(deps, changed.id) : changed
  })
}

/** Parses the list's query. Invalid values are ignored. */
export function parseDealerListQuery(query: Input<typeof listAllDealers>['query']) {
  const shown = { show: oneOf(dealerShows, query.show, null), sort: oneOf(dealerSorts, query.sort, 'name' as const) }
  return { ...parsePageQuery(query), ...shown }
}

async function list({ pool, accounts }: DealerDeps, query: Input<typeof listAllDealers>['query']) {
  const filter = parseDealerListQuery(query)
  const condition = await conditionOf(pool, filter, accounts)
  const [ids, total] = await Promise.all([findDealerIds(pool, condition, filter), countDealers(pool, condition)])
  const items = await loadDealers(pool, ids, accounts)
  return { items, total, pages: pagesOf(total, filter.limit), ...filter }
}

async function detail({ pool, accounts }: DealerDeps, id: number): Promise<Reply<typeof getDealer> | Refusal> {
  const [row, choices, accountOf] = await Promise.all([
    findDealer(pool, id),
    loadDealerChoices(pool),
    loadAccounts(pool, accounts, [id]),
  ])
  if (row === undefined) return refuse('dealer_not_found')
  return {
    id,
    values: valuesOf(row),
    isDisabled: row.is_disabled,
    createdAt: row.created_at.toISOString(),
    ...choices,
    ...accountOf(id),
  }
}
