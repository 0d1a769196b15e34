import type { TopCategory } from '#contract/categories.ts'
import { getVisitor, saveChoice, type Visitor } from '#contract/visitor.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { CallContext } from '#server/platform/http/context.ts'
import { parseChoices } from '#server/platform/http/choices.ts'
import { type Calls, handle } from '#server/platform/http/handle.ts'
import { saveGuestChoices } from '#server/platform/http/visit.ts'
import { checkChoice } from './choices.ts'
import { saveUserChoice } from './queries.ts'
import type { Store } from './store.ts'
import { branchesFor, chosenCurrency, offeredPlans, usableCurrencies, type View, viewOf } from './view.ts'

export type SettingsDeps = {
  pool: Pool
  store: Store
  /** Signs the cookie of a guest's choices. */
  secret: string
  /** Gives the first level of categories as a visitor sees it. */
  catalog: { topCategories(view: View): TopCategory[] | Promise<TopCategory[]> }
}

export function registerSettings(calls: Calls, deps: SettingsDeps): void {
  const { pool, store, secret, catalog } = deps

  handle(calls, getVisitor, async (_input, context) => {
    const view = viewOf(context, store.facts())
    return visitorReply(context, view, store, await catalog.topCategories(view))
  })

  handle(calls, saveChoice, async ({ body }, context) => {
    const kept = checkChoice(body, context, store.facts())
    if ('ok' in kept) return kept
    const change = { [kept.key]: kept.value }
    if (context.actor === null) saveGuestChoices(context, secret, parseChoices({ ...context.choices, ...change }))
    else await saveUserChoice(pool, context.actor.userId, change)
    return { ok: true as const }
  })
}

function visitorReply(context: CallContext, view: View, store: Store, categories: TopCategory[]): Visitor {
  const facts = store.facts()
  return {
    user: userOf(context),
    locale: view.locale,
    currency: chosenCurrency(context.choices.defaultCurrency, facts),
    currencies: [...usableCurrencies(facts)],
    view: view.view,
    showNotInStocks: view.showNotInStocks,
    branch: view.branch,
    branches: branchesFor(context, facts).map(({ id, name }) => ({ id, name })),
    plans: offeredPlans(view, facts).map(({ key, name, isDefault, isVirtual }) => {
      return { priceName: key, name, varsayilan: isDefault, isVirtual }
    }),
    seesPrices: view.seesPrices,
    seesStock: view.seesStock,
    cartLineCount: context.cartLineCount,
    settings: facts.settings,
    categories,
  }
}

function userOf({ actor }: CallContext): Visitor['user'] {
  if (actor === null) return null
  return {
    id: actor.userId,
    name: actor.name,
    email: actor.email,
    role: actor.role,
    dealerName: actor.dealer?.name ?? null,
    dealerCode: actor.dealer?.code ?? null,
    canOrder: actor.canOrder,
  }
}
