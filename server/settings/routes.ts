import type { Secret } from '#server/platform/http/secrets.ts'
import type { TopCategory } from '#contract/shop/categories.ts'
import { acceptCookies } from '#contract/core/cookies.ts'
import { socialLinks } from '#contract/shop/social-links.ts'
import { getVisitor, type Locale, saveChoice, saveOrderQuestion, type Visitor } from '#contract/core/visitor.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import {
  type Actor,
  type CallContext,
  type Calls,
  type Choices,
  handle,
  parseChoices,
  setConsentCookie,
  saveGuestChoices,
} from '#server/visitor/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import { checkChoice } from './choices.ts'
import type { StoreFacts } from './facts.ts'
import type { Store } from './store.ts'
import {
  branchesFor,
  cartPlanOf,
  chosenCurrency,
  factsFor,
  listedPlans,
  stampOf,
  usableCurrencies,
  type View,
  viewOf,
} from './view.ts'

export type SettingsDeps = {
  pool: Pool
  store: Store
  /** Signs the cookie of a guest's choices. */
  secret: Secret
  campaigns: { running(): readonly unknown[] }
  account: {
    saveUserChoices(db: Db, userId: number, choices: Choices): Promise<void>
  }
  /** What several features tell a visitor on every page. */
  loadDealerState(
    visitor: CallContext,
  ): Promise<Pick<Visitor, 'account' | 'purchasing' | 'banners' | 'hasTextsToAccept' | 'cartLineCount'>>
  /** Whether card payment is available. */
  cardPayment: { facts(): Promise<Pick<Visitor, 'hasCardPayment' | 'hasCardForm' | 'foreignCards'>> }
  /** The first level of categories for a visitor. */
  catalog: { topCategories(view: View): TopCategory[] | Promise<TopCategory[]> }
}

export function registerSettings(calls: Calls, deps: SettingsDeps): void {
  const { pool, store, secret, account, catalog, campaigns, cardPayment, loadDealerState } = deps

  handle(calls, getVisitor, async (_input, context) => {
    const view = viewOf(context, store.facts())
    const { actor } = context
    const dealerId = actor?.dealer?.id
    const [categories, card, dealerState] = await Promise.all([
      catalog.topCategories(view),
      cardPayment.facts(),
      loadDealerState(context),
    ])
    const hasCampaigns = campaigns.running().length > 0
    const reply = visitorReply(context, view, store)
    const mayPay = actor === null || dealerId === undefined || actor.permissions.has('pay')
    const hasCardPayment = card.hasCardPayment && mayPay
    const shown = { ...dealerState, categories, hasCampaigns }
    const foreignCards = mayPay ? card.foreignCards : []
    return { ...reply, ...card, hasCardPayment, foreignCards, ...shown }
  })

  handle(calls, saveChoice, async ({ body }, context) => {
    const choice = checkChoice(body, context, store.facts())
    if ('ok' in choice) return choice
    const change = { [choice.key]: choice.value }
    if (context.actor === null) saveGuestChoices(context, secret, parseChoices({ ...context.choices, ...change }))
    else await account.saveUserChoices(pool, context.actor.userId, change)
    return { ok: true as const }
  })

  handle(calls, saveOrderQuestion, async ({ body }, context) => {
    await account.saveUserChoices(pool, context.actor.userId, { ordersUnasked: !body.asksBeforeOrder })
    return { ok: true as const }
  })

  handle(calls, acceptCookies, async (_input, context) => {
    setConsentCookie(context)
    if (context.actor !== null) await account.saveUserChoices(pool, context.actor.userId, { allowCookies: true })
    return { ok: true as const }
  })
}

function visitorReply(
  context: CallContext,
  view: View,
  store: Store,
): Omit<
  Visitor,
  | 'account'
  | 'purchasing'
  | 'banners'
  | 'hasTextsToAccept'
  | 'categories'
  | 'hasCampaigns'
  | 'cartLineCount'
  | 'hasCardPayment'
  | 'hasCardForm'
  | 'foreignCards'
> {
  const facts = factsFor(context, store.facts())
  return {
    stamp: stampOf(context, store.facts()),
    user: userOf(context),
    hasSessionEnded: context.hasSessionEnded,
    locale: view.locale,
    currency: chosenCurrency(context.choices.defaultCurrency, facts),
    currencies: [...usableCurrencies(facts)],
    isRateOfInvoiceDay: facts.ratePolicy === 'invoice_day',
    view: view.view,
    showNotInStocks: view.showNotInStocks,
    branch: view.branch,
    branches: branchesFor(context, facts).map(({ id, name }) => ({ id, name })),
    plans: listedPlans(view, facts).map(({ key, name, isDefault, isVirtual }) => {
      return { priceName: key, name, varsayilan: isDefault, isVirtual }
    }),
    cartPlan: cartPlanOf(context, facts)?.key ?? null,
    hasPromotions: view.promotions.key !== '',
    seesPrices: view.seesPrices,
    seesStock: view.seesStock,
    asksBeforeOrder: context.choices.ordersUnasked !== true,
    hasCookieRecord: context.choices.allowCookies ?? false,
    socialLinks: socialLinks(facts.settings.socialMedia),
    settings: { ...facts.settings, b2b_urun_detay_ozel_kod_baslik: specialCodeTitle(facts, view) },
  }
}

function specialCodeTitle({ settings }: StoreFacts, { locale }: View): string {
  return settings.b2b_urun_detay_ozel_kod_baslik || translate(locale, 'catalog.specialCode')
}

function userOf({ actor, locale }: CallContext): Visitor['user'] {
  if (actor === null) return null
  return {
    id: actor.userId,
    name: actor.name,
    email: actor.email,
    role: actor.role,
    dealerName: actor.dealer?.name ?? null,
    dealerCode: actor.dealer?.code ?? null,
    canOrder: actor.permissions.has('order'),
    permissions: [...actor.permissions],
    roleName: roleNameOf(actor, locale),
    viewer: actor.impersonator?.name ?? null,
    isRepresentative: actor.representative !== null,
    needsFactor: actor.needsFactor,
  }
}

function roleNameOf({ role, roleTitle }: Actor, locale: Locale): string | null {
  if (role !== 'admin' || roleTitle === undefined) return null
  if ('name' in roleTitle) return roleTitle.name
  return roleTitle.key === 'full' ? null : translate(locale, `people.staffRoles.${roleTitle.key}.name`)
}
