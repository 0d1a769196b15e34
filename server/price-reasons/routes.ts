import { lookUpPrice } from '#contract/admin/price-reasons.ts'
import { refuse } from '#contract/core/errors.ts'
import { explainPrice } from '#contract/shop/price-reasons.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { explainLine } from './explain.ts'
import { answerQuestion } from './look-up.ts'

export type PriceReasonsDeps = { pool: Db; store: Store; now: () => Date }

export function registerPriceReasons(calls: Calls, { pool, store, now }: PriceReasonsDeps): void {
  handle(calls, explainPrice, async ({ query }, context) => {
    const facts = store.facts()
    const view = viewOf(context, facts)
    if (!view.seesPrices || view.settings.showPriceReasons !== '1') return refuse('price_reasons_hidden')
    const { product, unit = null, quantity = 1, plan = view.cartPlan } = query
    const line = { productId: product, unitId: unit, quantity, planKey: plan }
    return (await explainLine(pool, line, { view, facts })) ?? refuse('product_not_found')
  })

  handle(calls, lookUpPrice, ({ query }, context) =>
    answerQuestion(pool, query, { context, facts: store.facts(), now: now() }),
  )
}
