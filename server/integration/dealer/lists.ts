import { getDealerList, listDealerLists } from '#contract/integration/dealer-lists.ts'
import { isRefusal } from '#contract/core/errors.ts'
import { readList, readLists } from '#server/lists/lists.ts'
import { viewOf } from '#server/settings/settings.ts'
import { type Calls, type DealerKeyContext, handle } from '#server/visitor/visitor.ts'
import type { DealerApiDeps } from './dealer-calls.ts'

/** Registers the calls by which a dealer's program reads the lists of its user. */
export function registerDealerLists(calls: Calls, { pool, store }: DealerApiDeps): void {
  const readerOf = (context: DealerKeyContext) => ({ actor: context.actor, view: viewOf(context, store.facts()) })

  handle(calls, listDealerLists, async (_, context) => ({ items: await readLists(pool, readerOf(context)) }))

  handle(calls, getDealerList, async ({ params }, context) => {
    const list = await readList(pool, params.id, readerOf(context))
    if (isRefusal(list)) return list
    const lines = list.lines.map(({ problem, ...line }) => ({
      ...line,
      isOnSale: problem === null || problem === 'stock',
    }))
    return { ...list, lines }
  })
}
