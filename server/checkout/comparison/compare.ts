import type { PlanKey } from '#contract/core/money.ts'
import type { Refusal } from '#contract/core/errors.ts'
import type { ComparedPayment, PaymentComparison } from '#contract/shop/payment-comparison.ts'
import { decimal, lira } from '#domain/money/money.ts'
import {
  compareOptions,
  earlyDiscount,
  type EarlyPaymentStep,
  type PaymentOption,
} from '#domain/payments/compare-payments.ts'
import { chargeOf, monthlyAmounts } from '#domain/payments/payment.ts'
import { paymentMethods } from '#domain/pricing/payment-plan.ts'
import { comparedPlans, type PlanQuery } from '#server/payments/payments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Plan } from '#server/settings/settings.ts'
import { needsApproval } from '#server/checkout/order-subject.ts'
import { loadCategories } from '#server/checkout/queries.ts'
import { type ComparedCart, type PricedPlan, priceUnder } from './priced-source.ts'

export type ComparisonTerms = {
  /** The plans that are compared, in the order of the store. */
  plans: readonly Plan[]
  /** Whether an order without a plan is possible: the store has no default plan. */
  allowsNone: boolean
  steps: readonly EarlyPaymentStep[]
  /** Null: the visitor cannot pay by card. */
  card: (Omit<PlanQuery, 'amount' | 'currency' | 'categoryIds'> & { digits: string | null }) | null
}

/** A row before it is compared. */
type Row = PaymentOption &
  Pick<
    ComparedPayment,
    'plan' | 'planName' | 'percent' | 'installment' | 'families' | 'isChosen' | 'extraInstallments' | 'cardClass'
  > & {
    total: { value: string; currency: string }
  }

/** A plan, or (null) none, with what the cart costs under it. */
type Priced = { plan: Plan | null; price: PricedPlan }

/** Compares all ways to pay a cart, with the totals of the orders and charges that they make. */
export async function compareCart(
  db: Db,
  cart: ComparedCart,
  terms: ComparisonTerms,
): Promise<PaymentComparison | Refusal> {
  const priced: Priced[] = []
  for (const plan of [...(terms.allowsNone ? [null] : []), ...terms.plans]) {
    const price = await priceUnder(db, cart, plan?.key ?? null)
    if (!price.ok) return price
    priced.push({ plan, price })
  }
  const cash = priced.find(({ plan }) => keyOf({ plan }) === cart.view.cashPlan)
  if (cash === undefined) return { rows: [], rate: null, card: null, withoutCard: null }
  const cards = await cardRows(db, cart, priced, terms)
  const rows = [...accountRows(cart, priced, { cash, ...terms }), ...cards.rows]
  const { currency, rates } = cart.view
  return {
    rows: compareOptions(cash.price.totalTry, rows).map(present),
    rate: currency === lira ? null : { currency, rate: Number(rates[currency] ?? 0) },
    card: cards.card,
    withoutCard: cards.withoutCard,
  }
}

type AccountTerms = ComparisonTerms & { cash: Priced }

/** Orders on account: under each plan, and those at the cash price with a discount for early payment. */
function accountRows({ view }: ComparedCart, priced: readonly Priced[], terms: AccountTerms): Row[] {
  const { cash, steps } = terms
  const onAccount = priced.filter(({ plan }) => paymentMethods(plan).order)
  const rows = onAccount.map((option): Row => {
    const isCash = option === cash
    const days = isCash ? 0 : (option.plan?.dueDays ?? null)
    return {
      ...planFacts(option),
      kind: 'account',
      terms: { kind: 'once', days },
      total: { value: option.price.total, currency: view.currency },
      totalTry: option.price.totalTry,
      isCash,
      isChosen: view.cartPlan === keyOf(option),
    }
  })
  if (!onAccount.includes(cash)) return rows
  const { total, totalTry } = cash.price
  const early = steps.map((step): Row => {
    const reduced = (amount: string) => decimal(amount).minus(earlyDiscount(amount, step)).toFixed(2)
    return {
      ...planFacts(cash),
      kind: 'early',
      terms: { kind: 'once', days: step.days },
      percent: Number(step.percent),
      total: { value: reduced(total), currency: view.currency },
      totalTry: reduced(totalTry),
      isCash: false,
      isChosen: false,
    }
  })
  return [...rows, ...early]
}

const planFacts = ({ plan }: Priced) => {
  return {
    plan: plan?.key ?? null,
    planName: plan?.name ?? null,
    percent: null,
    installment: null,
    families: [],
    extraInstallments: 0,
    cardClass: null,
  }
}

type CardRows = { rows: Row[] } & Pick<PaymentComparison, 'card' | 'withoutCard'>

/** Payments by card, in lira: each number of installments under each plan that a card can pay. */
async function cardRows(
  db: Db,
  cart: ComparedCart,
  priced: readonly Priced[],
  terms: ComparisonTerms,
): Promise<CardRows> {
  const none: CardRows = { rows: [], card: null, withoutCard: null }
  const { card } = terms
  const { buyer, view } = cart
  if (card === null || buyer === null) return none
  const found = new Map<string, Row>()
  let typed: PaymentComparison['card'] = null
  const payable = priced.filter(({ plan }) => paymentMethods(plan).card)
  // Plans without prices of their own cost the same: the cart's own plan names the row.
  const ordered = payable.toSorted((a, b) => Number(keyOf(b) === view.cartPlan) - Number(keyOf(a) === view.cartPlan))
  for (const { plan, price } of ordered) {
    if (price.draft === null || !decimal(price.totalTry).greaterThan(0)) continue
    if (await needsApproval(db, buyer.userId, price.draft, { isLocking: false })) {
      return { ...none, withoutCard: 'approval' }
    }
    const productIds = price.draft.lines.map((line) => line.product_id)
    const query: PlanQuery = {
      ...card,
      currency: lira,
      amount: price.totalTry,
      categoryIds: await loadCategories(db, productIds),
    }
    const { cards, offers } = await comparedPlans(db, card.digits, query)
    typed ??= typedCard(cards)
    const chargedPlan = { plan, price, isChosen: plan?.isVirtual === true && keyOf({ plan }) === view.cartPlan }
    for (const offer of offers) for (const row of offeredRows(chargedPlan, offer)) addCardRow(found, row)
  }
  return { ...none, rows: [...found.values()], card: typed }
}

const keyOf = ({ plan }: Pick<Priced, 'plan'>): PlanKey | null => plan?.key ?? null

type Offer = Awaited<ReturnType<typeof comparedPlans>>['offers'][number]

function offeredRows(
  { plan, price, isChosen }: Priced & { isChosen: boolean },
  { families, cardClass, plans }: Offer,
): Row[] {
  return plans.map(({ installment, commission, rate }): Row => {
    const { extraInstallments = 0 } = rate ?? {}
    const total = chargeOf(price.totalTry, commission).total.toFixed(2)
    return {
      ...planFacts({ plan, price }),
      kind: 'card',
      terms: { kind: 'monthly', count: installment + extraInstallments },
      installment,
      extraInstallments,
      cardClass,
      families: installment === 1 ? [] : [...families],
      total: { value: total, currency: lira },
      totalTry: total,
      isCash: false,
      isChosen: isChosen && installment === 1,
    }
  })
}

/** Card programs with the same installments at the same price share a row. */
function addCardRow(rows: Map<string, Row>, row: Row): void {
  const key = `${row.installment} ${row.extraInstallments} ${row.cardClass} ${row.totalTry}`
  const same = rows.get(key)
  if (same === undefined) rows.set(key, row)
  else if (same.plan === row.plan) same.families = [...new Set([...same.families, ...row.families])]
}

function typedCard(cards: readonly { bank: string; family: string | null }[]): PaymentComparison['card'] {
  const [first] = cards
  if (first === undefined) return null
  const families = [...new Set(cards.flatMap(({ family }) => family ?? []))]
  return { bank: first.bank, families, isAmbiguous: cards.length > 1 }
}

function present(row: ReturnType<typeof compareOptions<Row>>[number]): ComparedPayment {
  const {
    kind,
    plan,
    planName,
    percent,
    installment,
    extraInstallments,
    cardClass,
    families,
    terms,
    totalTry,
    yearly,
  } = row
  const [monthly] = terms.kind === 'monthly' && terms.count > 1 ? monthlyAmounts(totalTry, terms.count) : []
  return {
    kind,
    plan,
    planName,
    dueDays: terms.kind === 'once' ? terms.days : null,
    percent,
    installment,
    extraInstallments,
    cardClass,
    families,
    total: { value: Number(row.total.value), currency: row.total.currency },
    totalTry: Number(totalTry),
    monthly: monthly === undefined ? null : Number(monthly),
    cost: Number(row.cost),
    yearly: yearly === null ? null : Number(yearly),
    isCash: row.isCash,
    isCheapest: row.isCheapest,
    isChosen: row.isChosen,
  }
}
