import { forgetOrderWords, readOrderText } from '#contract/shop/order-text.ts'
import { isRefusal } from '#contract/core/errors.ts'
import { wordsKey } from '#domain/cart/order-text/words-key.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { cartPlanOf, type Store, viewOf } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { forgetWords } from './order-words.ts'
import { readText } from './read-text.ts'

type OrderTextDeps = { pool: Pool; store: Store; catalog: Pick<Catalog, 'index'> }

export function registerOrderTexts(calls: Calls, { pool, store, catalog }: OrderTextDeps): void {
  handle(calls, readOrderText, async ({ body }, context) => {
    const index = await catalog.index()
    if (isRefusal(index)) return index
    const facts = store.facts()
    const plan = cartPlanOf(context, facts)?.key ?? null
    return readText(pool, index, body.text, {
      ...viewOf(context, facts),
      plan,
      dealerId: context.actor?.dealer?.id ?? null,
    })
  })

  handle(calls, forgetOrderWords, async ({ query }, context) => {
    const words = query.words === undefined ? null : wordsKey(query.words)
    return { forgotten: await forgetWords(pool, context.actor.dealer.id, words) }
  })
}
