import {
  addDeputy as addDeputyCall,
  getPurchaseSettings,
  listPurchases as listCall,
  removeDeputy as removeDeputyCall,
  savePurchaseLimits as saveLimitsCall,
  savePurchaseRules as saveRulesCall,
} from '#contract/shop/purchases.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { findApprovers, isDecider } from './approvers.ts'
import { addDeputy, findPossibleDeputies, listDeputies, removeDeputy } from './deputies.ts'
import { countPurchases } from '#contract/shop/waiting-purchases.ts'
import { findWaiting, listPurchases, type PurchaseReader, readShow, waitingOf } from './list.ts'
import { loadPurchaseSettings, savePurchaseLimits, savePurchaseRules } from './save-rules.ts'

type PurchasingDeps = { pool: Pool; store: Store; now?: () => Date }

/** Lists of requests, deputies, and the rules of a dealer. Checkout registers the calls about one request. */
export function registerPurchasing(calls: Calls, { pool, store, now = () => new Date() }: PurchasingDeps): void {
  const readerOf = async (context: DealerContext): Promise<PurchaseReader> => {
    const { userId, dealer } = context.actor
    const approvers = await findApprovers(pool, dealer.id, dayInTurkey(now()))
    const reader = { userId, dealerId: dealer.id }
    return {
      ...reader,
      isApprover: isDecider(approvers, userId),
      waitingIds: await findWaiting(pool, reader, approvers),
      seesPrices: viewOf(context, store.facts()).seesPrices,
    }
  }

  handle(calls, listCall, async ({ query }, context) => {
    const reader = await readerOf(context)
    const { isApprover } = reader
    const show = readShow(query.show) ?? (isApprover ? 'waiting' : 'own')
    const page = /^[1-9]\d{0,5}$/.test(query.page ?? '') ? Number(query.page) : 1
    const { actor } = context
    return {
      ...(await listPurchases(pool, reader, { show, page })),
      show,
      waiting: reader.waitingIds.length,
      isApprover,
      deputies: actor.permissions.has('approve')
        ? {
            items: await listDeputies(pool, actor.userId, now()),
            colleagues: await findPossibleDeputies(pool, actor),
          }
        : null,
    }
  })

  handle(calls, countPurchases, async (_input, context) => waitingOf((await readerOf(context)).waitingIds))

  const deputiesOf = async ({ actor }: DealerContext) => ({ items: await listDeputies(pool, actor.userId, now()) })
  handle(calls, addDeputyCall, async ({ body }, context) => {
    const added = await addDeputy(pool, context, body, now())
    return added.ok ? deputiesOf(context) : added
  })
  handle(calls, removeDeputyCall, async ({ params }, context) => {
    const removed = await removeDeputy(pool, context, params.id)
    return removed.ok ? deputiesOf(context) : removed
  })

  const settingsOf = ({ actor }: DealerContext) => loadPurchaseSettings(pool, actor.dealer.id, now())
  handle(calls, getPurchaseSettings, (_input, context) => settingsOf(context))
  handle(calls, saveRulesCall, async ({ body }, context) => {
    const saved = await savePurchaseRules(pool, context, body, now())
    return saved.ok ? settingsOf(context) : saved
  })
  handle(calls, saveLimitsCall, async ({ params, body }, context) => {
    const saved = await savePurchaseLimits(pool, context, { ...body, ...params })
    return saved.ok ? settingsOf(context) : saved
  })
}
