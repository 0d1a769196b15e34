import type { PlanKey } from '#contract/core/money.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { cashPlanOf } from '#domain/pricing/payment-plan.ts'
import { type DealerRates, fixedRatesText, ratesForDealer } from '#domain/money/rate-policy.ts'
import { type CarrierTerms, carrierTerms } from '#domain/orders/carrier-payer.ts'
import type { DealerRules } from '#domain/pricing/rule-book.ts'
import type { DealerPromotions } from '#domain/promotions/promotion-book.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import type { Branch, Plan, StoreFacts } from './facts.ts'

/**
 * How a visitor sees the store: the visitor's choices or the store's defaults, limited to what this visitor may see.
 */
export type View = {
  /** Of the settings, rates, plans, rules and promotions that the view is made of. */
  stamp: string
  locale: Locale
  /** ISO code of the chosen currency. */
  currency: string
  rates: StoreFacts['rates']
  storedRates: StoreFacts['storedRates']
  rateSources: StoreFacts['rateSources']
  ratePolicy: StoreFacts['ratePolicy']
  priceListId: number
  defaultPriceListId: number
  /** Percent off every price, as exact text. */
  discount: string
  /** What changes prices besides the list and the discount. */
  rules: DealerRules
  /** What an order may contain. */
  orderRules: DealerRules
  /** What changes a cart as a whole. */
  promotions: DealerPromotions
  /** Who pays the carrier. */
  carrier: CarrierTerms
  seesPrices: boolean
  seesStock: boolean
  showNotInStocks: '0' | '1'
  view: 'grid' | 'list'
  branch: number | null
  /** Enabled plans, whether their prices are shown or not. */
  planKeys: readonly PlanKey[]
  /** The plan that the visitor's cart is charged by; null = sale prices. */
  cartPlan: PlanKey | null
  /** The plan of the cash price; null for none. */
  cashPlan: PlanKey | null
  settings: StoreSettings
}

type Visitor = Pick<CallContext, 'actor' | 'choices' | 'locale'>

export function viewOf(visitor: Visitor, store: StoreFacts): View {
  const { actor, choices, locale } = visitor
  const facts = factsFor(visitor, store)
  const { settings } = facts
  const isSignedIn = actor !== null
  const rules = facts.rulesOf(actor?.dealer?.id ?? null)
  // Without the toggle a visitor could not undo the choice.
  const hasStockToggle = settings.b2b_stoktakileri_goster === '1'
  return {
    stamp: facts.stamp,
    locale,
    currency: chosenCurrency(choices.defaultCurrency, facts).code,
    ...ratesIn(facts),
    priceListId: rules.priceListId ?? actor?.dealer?.priceListId ?? facts.defaultPriceListId,
    defaultPriceListId: facts.defaultPriceListId,
    discount: actor?.dealer?.discount ?? '0',
    rules,
    orderRules: facts.orderRulesOf(actor?.dealer?.id ?? null),
    promotions: facts.promotionsOf(actor?.dealer?.id ?? null),
    carrier: carrierTerms(actor?.dealer?.carrierPayer ?? 'store', settings),
    seesPrices:
      settings.showPriceStatus === '1' && (isSignedIn ? mayHave(actor, 'prices') : settings.guestPrices === '1'),
    seesStock: isSignedIn ? mayHave(actor, 'stock') : settings.showStokInfo === '1',
    showNotInStocks: (hasStockToggle ? choices.showNotInStocks : undefined) ?? settings.showNotInStocks,
    view: choices.productListView ?? 'list',
    branch: choices.branch !== undefined && mayUseBranch(choices.branch, visitor, facts) ? choices.branch : null,
    planKeys: facts.plans.map(({ key }) => key),
    cartPlan: cartPlanOf(visitor, facts)?.key ?? null,
    cashPlan: cashPlanOf(facts.plans)?.key ?? null,
    settings,
  }
}

/** What a view has of the rates. */
const ratesIn = ({ rates, storedRates, rateSources, ratePolicy }: StoreFacts) => {
  return { rates, storedRates, rateSources, ratePolicy }
}

/** The store as a visitor sees it: with the rates that count for its dealer. */
export const factsFor = ({ actor }: Pick<Visitor, 'actor'>, facts: StoreFacts): StoreFacts =>
  factsOfDealer(actor?.dealer?.rates ?? null, facts)

/** The store with the rates that count for a dealer; the same object without a policy of its own. */
export function factsOfDealer(agreed: DealerRates | null, facts: StoreFacts): StoreFacts {
  const { policy, rates, sources } = ratesForDealer(
    { rates: facts.rates, sources: facts.rateSources },
    agreed,
    facts.today,
  )
  if (policy === 'order_day') return facts
  const currencies = facts.currencies.map((currency) => {
    const rate = rates[currency.code]
    const { source, day } = sources[currency.code] ?? { source: '', day: null }
    const own = { exchangeRate: rate == null ? null : Number(rate), rateSource: source, rateDay: day }
    return rate === facts.rates[currency.code] ? currency : { ...currency, ...own }
  })
  const stamp =
    policy === 'invoice_day' ? `${facts.stamp}.${policy}` : `${facts.stamp}.${fixedRatesText(agreed?.fixed ?? {})}`
  return { ...facts, stamp, currencies, rates, rateSources: sources, ratePolicy: policy }
}

/** Whether the role of a user shows it; administrators see what the store shows. */
const mayHave = ({ role, permissions }: NonNullable<Visitor['actor']>, permission: 'prices' | 'stock'): boolean =>
  role === 'admin' || permissions.has(permission)

/** Currencies that prices can be shown in: those with a rate. */
export function usableCurrencies(facts: StoreFacts): StoreFacts['currencies'] {
  return facts.currencies.filter((currency) => currency.isDefault || (currency.exchangeRate ?? 0) > 0)
}

export function chosenCurrency(id: number | undefined, facts: StoreFacts): StoreFacts['currencies'][number] {
  const usable = usableCurrencies(facts)
  const chosen = usable.find((currency) => currency.id === id) ?? usable.find(({ isDefault }) => isDefault) ?? usable[0]
  if (chosen === undefined) throw new Error('The store has no currency.')
  return chosen
}

/**
 * Changes when rates, settings or the chosen currency change, so that open pages detect that they are outdated. With
 * guest carts it also changes when a session ends; otherwise the page would show the guest's cart as the user's.
 */
export function stampOf(
  { actor, choices, guestCart }: Pick<CallContext, 'actor' | 'choices' | 'guestCart'>,
  store: StoreFacts,
): string {
  const facts = factsFor({ actor }, store)
  const whose = guestCart === null ? '' : '.guest'
  return `${facts.stamp}.${chosenCurrency(choices.defaultCurrency, facts).code}${whose}`
}

export function mayUseBranch(id: number, visitor: Pick<Visitor, 'actor'>, facts: StoreFacts): boolean {
  return branchesFor(visitor, facts).some((branch) => branch.id === id)
}

/** Branches that this visitor may order for: the dealer's own, and those offered to all. */
export function branchesFor({ actor }: Pick<Visitor, 'actor'>, facts: StoreFacts): Branch[] {
  if (!actor?.dealer) return []
  const { id } = actor.dealer
  return facts.branches.filter(({ dealerId }) => dealerId === null || dealerId === id)
}

/** Payment plans whose names this visitor sees. `showPaymentPlanPrice` hides prices only, not the plans. */
export function listedPlans(view: Pick<View, 'seesPrices'>, facts: StoreFacts): readonly Plan[] {
  return view.seesPrices ? facts.plans : []
}

/**
 * The plan that a request is priced with: the named one, or the store's default if it names none (null without a
 * default). Undefined if the named plan is unknown or disabled. What the screen hides does not matter here.
 */
export function requestedPlan(key: string | null | undefined, facts: StoreFacts): Plan | null | undefined {
  return key ? facts.plans.find((plan) => plan.key === key) : defaultPlan(facts)
}

function defaultPlan(facts: StoreFacts): Plan | null {
  return facts.plans.find(({ isDefault }) => isDefault) ?? null
}

/**
 * The plan of this visitor's cart: a dealer's choice while it is enabled, otherwise the store's default; null for none.
 */
export function cartPlanOf(visitor: Pick<Visitor, 'actor' | 'choices'>, facts: StoreFacts): Plan | null {
  const chosen = visitor.actor?.dealer ? visitor.choices.cartPlan : undefined
  return requestedPlan(chosen, facts) ?? defaultPlan(facts)
}
