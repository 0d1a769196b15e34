import type { Secret } from '#server/platform/http/secrets.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import {
  type InstallmentLimit,
  isSameTerms,
  type OfferedTable,
  plansAt,
  plansForCard,
  plansOfAccount,
  type PosPlan,
  type Purchase,
  tablesOfAccount,
} from '#domain/payments/installments.ts'
import {
  answeringAccounts,
  type Route,
  routedPlans,
  routePayment,
  type Routing,
} from '#domain/payments/route-payment.ts'
import { roundMoney } from '#domain/money/money.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { type BinInfo, findCard } from '#server/payments/bins/bins.ts'
import { loadRouting, type PlanQuery } from '#server/payments/rules/load-routing.ts'
import { lockShares } from '#server/payments/rules/rule-rows.ts'
import type { PosTerms } from '#server/payments/gateways/gateway.ts'
import { type CardPaymentFacts, loadCardPaymentFacts, loadTermsRow, type PosAccount } from './pos-queries.ts'
import { openSecrets } from './pos-secrets.ts'

/**
 * An account with its secrets decrypted, active or not. Throws SecretsError if they were encrypted under another
 * secret.
 */
export async function loadPosTerms(db: Db, id: number, secret: Secret): Promise<PosTerms> {
  const row = await loadTermsRow(db, id)
  if (row === undefined) throw new Error(`POS account ${id} does not exist.`)
  const { code, secrets, ...terms } = row
  return { ...terms, secrets: openSecrets(secret, code, secrets) }
}

export type CardPayment = {
  /** Which payment methods pages show. `hasCardForm`: cards are typed on the shop's own page, not on the provider's. */
  facts(): Promise<CardPaymentFacts>
}

/** The facts about the accounts that every page needs, cached until the store's version changes. */
export function openCardPayment(deps: { pool: Pool; store: Store; hasSandbox: boolean }): CardPayment {
  let cached: { version: number; facts: CardPaymentFacts } | null = null
  const facts = async () => {
    const { version } = deps.store.facts()
    if (cached?.version === version) return cached.facts
    const read = await loadCardPaymentFacts(deps.pool, deps.hasSandbox)
    cached = { version, facts: read }
    return read
  }
  return { facts }
}

export type CardPlans = { card: BinInfo | null; account: PosAccount; plans: PosPlan[] }

/**
 * The plans of a card by its first eight digits, with the account of the one that is chosen first. If any account takes cards
 * on the shop's own page, hosted accounts are excluded. Null: no account takes the card.
 */
export async function plansOfCard(db: Db, bin8: string, query: PlanQuery): Promise<CardPlans | null> {
  const [card, { routing, purchase }] = [await findCard(db, bin8), await loadRouting(db, query)]
  const found = routedPlans(routing, purchase, { digits: bin8, card })
  return found && { card, account: found.account, plans: found.plans }
}

/** All active accounts with the plans that they offer before a card is known. */
export async function plansOfAccounts(db: Db, query: PlanQuery): Promise<{ account: PosAccount; plans: PosPlan[] }[]> {
  const { routing, purchase } = await loadRouting(db, query)
  return answeringAccounts(routing.accounts, purchase.currency)
    .map((account) => plansOfAccount(account, purchase, routing.limits))
    .filter((found) => found !== null)
}

/**
 * All active accounts with their tables by card program and class. Of an account whose bank takes the card on its own page,
 * what any card pays there.
 */
export async function tablesOfAccounts(
  db: Db,
  query: PlanQuery,
): Promise<{ account: PosAccount; tables: OfferedTable[] }[]> {
  const { routing, purchase } = await loadRouting(db, query)
  const accounts = answeringAccounts(routing.accounts, purchase.currency)
  return accounts.map((account) => ({ account, tables: accountTables(account, purchase, routing.limits) }))
}

/** The tables that payers see of an account before its card is known. */
export function accountTables(
  account: PosAccount,
  purchase: Purchase,
  limits: readonly InstallmentLimit[],
): OfferedTable[] {
  if (account.mode === 'own_form') return tablesOfAccount(account, purchase, limits)
  const found = plansOfAccount(account, purchase, limits)
  return found === null ? [] : [{ families: account.families, cardClass: null, plans: found.plans }]
}

/** What the payer chose. */
export type PlanChoice = Omit<PlanQuery, 'amount'> & {
  /** Null: the card is typed on the provider's own page, or stored. */
  bin8: string | null
  /** A stored card: only the account at its provider takes it. */
  stored?: StoredOffer | null
  installment: number
  /** The plan that was shown; null: the plan of any account with that many installments. */
  planId: number | null
  amount: string
}

export type ChosenPlan = {
  ok: true
  posAccountId: number
  /** The rule that chose the account. */
  posRuleId: number | null
  planId: number
  /** Percent on the amount, as exact text. */
  feePercent: string
  installment: number
  /** The card's bank; '' if it is not known. */
  bank: string
  scheme: string
  family: string | null
  /** Null: the card is not known. */
  isCommercial: boolean | null
  /** Installments that the bank's campaign adds. */
  extraInstallments: number
  mode: PosTerms['mode']
  card: BinInfo | null
}

/** The account that a stored card belongs to, and what is known of the card. */
export type StoredOffer = { posAccountId: number; card: BinInfo | null }

/** The plans of a stored card; null: its account takes no payments now. */
export async function plansOfStored(
  db: Db,
  { posAccountId, card }: StoredOffer,
  query: PlanQuery,
): Promise<CardPlans | null> {
  const { routing, purchase } = await loadRouting(db, query)
  const account = routing.accounts.find(({ id, mode, currency }) => {
    return id === posAccountId && mode === 'own_form' && currency === purchase.currency
  })
  if (account === undefined) return null
  const found = plansForCard([account], card, purchase, routing.limits)
  return found && { card, ...found }
}

/** The account and plan of a payment at its start: the payer's choice, if this card is offered it for this amount. */
export async function choosePlan(db: Db, choice: PlanChoice): Promise<ChosenPlan | Refusal> {
  const query = { ...choice, amount: roundMoney(choice.amount).toFixed(2) }
  const { stored = null, bin8 } = choice
  if (stored !== null) return chooseStored(db, query, stored)
  return bin8 === null ? chooseHosted(db, query) : chooseByCard(db, { ...query, bin8 })
}

/** The rules decide as they did when the plans of the card were shown. Payments by shares wait for each other. */
async function chooseByCard(db: Db, choice: PlanChoice & { bin8: string }): Promise<ChosenPlan | Refusal> {
  const card = await findCard(db, choice.bin8)
  let { routing, purchase } = await loadRouting(db, choice)
  const find = () => findRoute(routing, purchase, { card, choice })
  let found = find()
  if (found.route !== null && hasShares(routing, found.route)) {
    await lockShares(db)
    ;({ routing, purchase } = await loadRouting(db, choice))
    found = find()
  }
  const { route, isShown } = found
  if (route !== null && isShown) return { ok: true, ...termsOf(route), ...cardFacts(card) }
  const isTaken = routedPlans(routing, purchase, { digits: choice.bin8, card }) !== null
  return refuse(isTaken ? 'installment_unknown' : 'card_payment_off')
}

const hasShares = ({ rules }: Routing<PosAccount>, { ruleId }: Route<PosAccount>) =>
  rules.some(({ id, target }) => id === ruleId && target === 'shares')

/**
 * The route of the payer's choice. `isShown`: its plan is the one that was shown, or another account's at the same price: the
 * account may change between the two, the price may not.
 */
function findRoute(
  routing: Routing<PosAccount>,
  purchase: Purchase,
  { card, choice }: { card: BinInfo | null; choice: PlanChoice & { bin8: string } },
): { route: Route<PosAccount> | null; isShown: boolean } {
  const { bin8, installment, planId } = choice
  const shown =
    routing.accounts
      .flatMap((account) => plansAt(account, card, purchase, routing.limits).plans)
      .find((plan) => plan.id === planId && plan.installment === installment) ?? null
  const route = routePayment(routing, purchase, { digits: bin8, card, installment, shown })
  return { route, isShown: planId === null || (shown !== null && route !== null && isSameTerms(shown, route.plan)) }
}

/** No rule applies: only the account at the card's provider can charge it. */
async function chooseStored(db: Db, query: PlanChoice, stored: StoredOffer): Promise<ChosenPlan | Refusal> {
  const found = await plansOfStored(db, stored, query)
  if (found === null) return refuse('card_payment_off')
  const plan = found.plans.find(({ id, installment }) => {
    return installment === query.installment && (query.planId === null || query.planId === id)
  })
  if (plan === undefined) return refuse('installment_unknown')
  return { ok: true, ...termsOf({ account: found.account, plan, ruleId: null }), ...cardFacts(found.card) }
}

/** On the pages of providers the payer chooses the bank. The default account comes first: it applies if no plan id is given. */
async function chooseHosted(db: Db, query: PlanChoice): Promise<ChosenPlan | Refusal> {
  const found = (await plansOfAccounts(db, query))
    .filter(({ account }) => account.mode === 'hosted')
    .toSorted((a, b) => Number(b.account.isDefault) - Number(a.account.isDefault))
  if (found.length === 0) return refuse('card_payment_off')
  for (const { account, plans } of found) {
    const plan = plans.find(({ id, installment }) => {
      return installment === query.installment && (query.planId === null || query.planId === id)
    })
    if (plan !== undefined) return { ok: true, ...termsOf({ account, plan, ruleId: null }), ...cardFacts(null) }
  }
  return refuse('installment_unknown')
}

function termsOf({ account, plan, ruleId: posRuleId }: Pick<Route<PosAccount>, 'account' | 'plan' | 'ruleId'>) {
  const { installment, commission, rate } = plan
  return {
    posAccountId: account.id,
    posRuleId,
    mode: account.mode,
    planId: plan.id,
    feePercent: commission,
    installment,
    extraInstallments: rate?.extraInstallments ?? 0,
  }
}

function cardFacts(card: BinInfo | null) {
  return {
    card,
    bank: card?.bank ?? '',
    scheme: card?.scheme ?? '',
    family: card?.family ?? null,
    isCommercial: card?.isCommercial ?? null,
  }
}
