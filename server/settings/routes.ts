import type { CategoryNode } from '#contract/categories.ts'
import { getVisitor, saveChoice, type Visitor } from '#contract/visitor.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { CallContext } from '#server/platform/http/context.ts'
import { parseChoices, type GuestCookie } from '#server/platform/http/guest-cookie.ts'
import { type Calls, handle } from '#server/platform/http/handle.ts'
import { checkChoice } from './choices.ts'
import { saveUserChoice } from './queries.ts'
import type { Store } from './store.ts'
import { branchesFor, chosenCurrency, usableCurrencies, type View, viewOf } from './view.ts'

export type SettingsDeps = {
  pool: Pool
  store: Store
  guestCookie: GuestCookie
  /** The category tree as this visitor sees it. */
  categories: (view: View) => CategoryNode[] | Promise<CategoryNode[]>
}

export function registerSettings(calls: Calls, deps: SettingsDeps): void {
  const { pool, store, guestCookie } = deps

  handle(calls, getVisitor, async (_input, context) => {
    const view = viewOf(context, store.facts())
    return visitorReply(context, view, store, await deps.categories(view))
  })

  handle(calls, saveChoice, async ({ body }, context) => {
    const kept = checkChoice(body, context, store.facts())
    if ('ok' in kept) return kept
    const change = { [kept.key]: kept.value }
    if (context.actor === null) guestCookie.save(context, parseChoices({ ...context.choices, ...change }))
    else await saveUserChoice(pool, context.actor.userId, change)
    return { ok: true as const }
  })
}

function visitorReply(context: CallContext, view: View, store: Store, categories: CategoryNode[]): Visitor {
  const facts = store.facts()
  const showsPlans = view.seesPrices && facts.settings.showPaymentPlanPrice === '1'
  return {
    user: userOf(context),
    locale: view.locale,
    currency: chosenCurrency(context.choices.defaultCurrency, facts),
    currencies: [...usableCurrencies(facts)],
    view: view.view,
    showNotInStocks: view.showNotInStocks,
    branch: view.branch,
    branches: branchesFor(context, facts).map(({ id, name }) => ({ id, name })),
    plans: showsPlans
      ? facts.plans.map((plan) => {
          return { priceName: plan.key, name: plan.name, varsayilan: plan.isDefault, isVirtual: plan.isVirtual }
        })
      : [],
    seesPrices: view.seesPrices,
    seesStock: view.seesStock,
    cartLineCount: context.cartLineCount ?? 0,
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
