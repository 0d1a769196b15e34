import { type Decimal, decimal } from '#domain/money/money.ts'
import {
  type CardInfo,
  type InstallmentLimit,
  isInstallable,
  isSameTerms,
  plansAt,
  type PosOffer,
  type PosPlan,
  type Purchase,
  takesAmount,
  takingAccount,
  type TakingReason,
} from './installments.ts'
import type { PosCurrency } from './pos-adapters.ts'
import { behindItsShare, matchesRule, type PosRule, type RuleAccount, type TakenShares } from './pos-rules.ts'

/** A POS account, as rules need it. */
export type RoutedAccount = PosOffer & {
  mode: 'own_form' | 'hosted'
  /** Its bank does not answer. */
  isSilent: boolean
}

export type RoutingRule = PosRule & {
  /** What shares count: amounts, or payments. */
  shareBy: 'amount' | 'count'
}

/** What decides where a payment goes, besides the payment. */
export type Routing<Account extends RoutedAccount = RoutedAccount> = {
  /** The active ones. */
  accounts: readonly Account[]
  /** The active ones in their order: the first that is for the payment and has an account for it decides. */
  rules: readonly RoutingRule[]
  limits: readonly InstallmentLimit[]
  /** By rule id. */
  taken: ReadonlyMap<number, TakenShares>
}

/** A card by its first six to eight digits; null = on no list. */
export type RoutedCard = { digits: string; card: CardInfo | null }

/** Why an account of a rule does not take a payment. */
export const passedReasons = ['inactive', 'currency', 'silent', 'page', 'amount', 'program', 'plan'] as const
export type PassedReason = (typeof passedReasons)[number]

/** `ruleId`: null = without a rule. */
export type PassedAccount = { ruleId: number | null; accountId: number; reason: PassedReason }

export type Route<Account extends RoutedAccount = RoutedAccount> = {
  account: Account
  plan: PosPlan
  /** The rule that decided; null = none, for this reason. */
  ruleId: number | null
  reason: TakingReason | null
}

/**
 * The accounts that take payments in a currency. While a bank does not answer, others take its payments. Accounts with a page
 * of their own take cards only if no account takes them on the shop's page.
 */
export function takingAccounts<Account extends RoutedAccount>(
  accounts: readonly Account[],
  currency: PosCurrency,
): readonly Account[] {
  const able = answeringAccounts(accounts, currency)
  const forms = able.filter(({ mode }) => mode === 'own_form')
  return forms.length > 0 ? forms : able
}

/** The same with those that have a page of their own. */
export function answeringAccounts<Account extends RoutedAccount>(
  accounts: readonly Account[],
  currency: PosCurrency,
): readonly Account[] {
  const inCurrency = accounts.filter((account) => account.currency === currency)
  const answering = inCurrency.filter(({ isSilent }) => !isSilent)
  return answering.length > 0 ? answering : inCurrency
}

/** The plan that the payer was shown; null = none. */
type Shown = { shown?: PosPlan | null }

/** A route, if any account takes the payment, and the accounts that do not. */
export type TracedRoute<Account extends RoutedAccount = RoutedAccount> = {
  route: Route<Account> | null
  passed: PassedAccount[]
}

/**
 * Chooses account and plan of a payment in a number of installments: both what a payer is offered and what a payment is
 * charged. Rules that share payments out choose among accounts at the price that was shown, where there is one, so that a
 * payment started since then changes the account, never the price. Null: no account takes it.
 */
export function routePayment<Account extends RoutedAccount>(
  routing: Routing<Account>,
  purchase: Purchase,
  payment: RoutedCard & Shown & { installment: number },
): Route<Account> | null {
  return traceRoute(routing, purchase, payment).route
}

/** The same with the accounts that were passed over, also where no account takes the payment. */
export function traceRoute<Account extends RoutedAccount>(
  routing: Routing<Account>,
  purchase: Purchase,
  { digits, card, installment, shown = null }: RoutedCard & Shown & { installment: number },
): TracedRoute<Account> {
  const { amount, currency } = purchase
  const passed: PassedAccount[] = []
  for (const rule of routing.rules) {
    if (!matchesRule(rule, { digits, card, amount, currency, installment })) continue
    const open: OpenTarget<Account>[] = []
    for (const named of rule.accounts) {
      // The accounts after the first one that takes the payment are only its reserve.
      if (rule.target === 'ordered' && open.length > 0) break
      const found = openAccount(routing, purchase, { card, installment, id: named.id })
      if (typeof found === 'string') passed.push({ ruleId: rule.id, accountId: named.id, reason: found })
      else open.push({ ...named, ...found })
    }
    const chosen = chooseOpen(routing, rule, open, { amount, shown })
    if (chosen === null) continue
    return { route: { account: chosen.account, plan: chosen.plan, ruleId: rule.id, reason: null }, passed }
  }
  const without = routeWithoutRule(routing, purchase, { card, installment })
  return { route: without.route, passed: [...passed, ...without.passed] }
}

type OpenAccount<Account> = { account: Account; plan: PosPlan }

/** An account of a rule with its plan for the payment, or why it does not take it. */
function openAccount<Account extends RoutedAccount>(
  { accounts, limits }: Routing<Account>,
  purchase: Purchase,
  { id, card, installment }: { id: number; card: CardInfo | null; installment: number },
): OpenAccount<Account> | PassedReason {
  const account = accounts.find((each) => each.id === id)
  if (account === undefined) return 'inactive'
  if (account.currency !== purchase.currency) return 'currency'
  if (!takingAccounts(accounts, purchase.currency).includes(account)) return account.isSilent ? 'silent' : 'page'
  if (!takesAmount(account, purchase)) return 'amount'
  if (installment > 1 && !isInstallable(account, card)) return 'program'
  const plan = planAt(account, card, purchase, limits, installment)
  return plan === undefined ? 'plan' : { account, plan }
}

function planAt(
  account: RoutedAccount,
  card: CardInfo | null,
  purchase: Purchase,
  limits: readonly InstallmentLimit[],
  count: number,
): PosPlan | undefined {
  return plansAt(account, card, purchase, limits).plans.find(({ installment }) => installment === count)
}

type OpenTarget<Account> = OpenAccount<Account> & RuleAccount

function chooseOpen<Account extends RoutedAccount>(
  { taken }: Routing<Account>,
  { id, target, shareBy }: RoutingRule,
  open: readonly OpenTarget<Account>[],
  payment: { amount: Purchase['amount']; shown: PosPlan | null },
): OpenTarget<Account> | null {
  const { amount, shown } = payment
  if (target === 'shares') {
    const asShown = open.filter(({ plan }) => shown !== null && isSameTerms(plan, shown))
    const weight = shareBy === 'count' ? 1 : (amount ?? 1)
    return behindItsShare(asShown.length > 0 ? asShown : open, taken.get(id) ?? new Map(), weight)
  }
  if (target === 'ordered') return open[0] ?? null
  const known = open.flatMap((each) => {
    const cost = costOf(each.plan)
    return cost === null ? [] : [{ each, cost }]
  })
  const cheapest = known.reduce<(typeof known)[number] | null>(
    (best, one) => (best === null || one.cost.lessThan(best.cost) ? one : best),
    null,
  )
  // Accounts whose cost is not known come last.
  return cheapest?.each ?? open[0] ?? null
}

/** What the bank keeps of a payment by this plan, in percent of the charged total; null = not known. */
export function costOf({ rate }: PosPlan): Decimal | null {
  return rate === undefined ? null : decimal(rate.percent)
}

function routeWithoutRule<Account extends RoutedAccount>(
  { accounts, limits }: Routing<Account>,
  purchase: Purchase,
  { card, installment }: { card: CardInfo | null; installment: number },
): TracedRoute<Account> {
  const taking = takingAccount(takingAccounts(accounts, purchase.currency), card, purchase)
  const usual = takingAccount(takingAccounts(accounts.map(answering), purchase.currency), card, purchase)?.account.id
  const isSilent = usual !== taking?.account.id && accounts.some((each) => each.id === usual && each.isSilent)
  const passed: PassedAccount[] =
    isSilent && usual !== undefined ? [{ ruleId: null, accountId: usual, reason: 'silent' }] : []
  if (taking === null) return { route: null, passed }
  const plan = planAt(taking.account, card, purchase, limits, installment)
  return { route: plan === undefined ? null : { ...taking, plan, ruleId: null }, passed }
}

const answering = <Account extends RoutedAccount>(account: Account): Account => ({ ...account, isSilent: false })

/** What a card is offered: for each number of installments the account and the plan that a payment would be charged by. */
export type RoutedPlans<Account extends RoutedAccount = RoutedAccount> = {
  /** The account of the plan that is chosen first. */
  account: Account
  plans: PosPlan[]
  routes: Route<Account>[]
}

/** The plans of a card by number of installments, exactly one of them the default. Null: no account takes the card. */
export function routedPlans<Account extends RoutedAccount>(
  routing: Routing<Account>,
  purchase: Purchase,
  card: RoutedCard,
): RoutedPlans<Account> | null {
  const counts = Array.from({ length: 12 }, (_, i) => i + 1)
  const routes = counts.flatMap((installment) => routePayment(routing, purchase, { ...card, installment }) ?? [])
  const chosen = routes.find(({ plan }) => plan.isDefault) ?? routes[0]
  if (chosen === undefined) return null
  const plans = routes.map((route) => ({ ...route.plan, isDefault: route === chosen }))
  return { account: chosen.account, plans, routes }
}
