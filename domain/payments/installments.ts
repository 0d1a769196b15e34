import type { Day } from '#domain/text/calendar-day.ts'
import { type Decimal, decimal, lira } from '#domain/money/money.ts'
import { type BankRate, type CardClass, isInForce, type RatedCard, rateFor, surchargePercent } from './bank-rates.ts'
import type { PosCurrency } from './pos-adapters.ts'

/**
 * A row of an account's installment table; installment 1 is the single payment. Percent and lira as exact decimal text.
 */
export type PosPlan = {
  id: number
  installment: number
  commission: string
  isDefault: boolean
  /** The amount from which it is offered. */
  minAmount: string | null
  /** What the bank keeps; absent: the account has no rate for it. */
  rate?: BankRate
}

/** A POS account, as the choice of plans needs it. */
export type PosOffer = {
  id: number
  /** The only currency that it charges. */
  currency: PosCurrency
  /** EFT code of the bank whose own cards it takes. */
  bankCode: string | null
  /** Card programs whose cards may pay in installments here. */
  families: readonly string[]
  minAmount: string | null
  maxAmount: string | null
  /** Takes single payments of cards that no other account takes. Without a default, the first account does. */
  isDefault: boolean
  position: number
  plans: readonly PosPlan[]
  /** The bank's table. While rows of it are in force, they decide what is offered. */
  rates?: readonly BankRate[]
}

/** What the first digits of a card tell. */
export type CardInfo = {
  bankCode: string | null
  type: 'credit' | 'debit' | 'prepaid'
  family: string | null
  isCommercial: boolean
}

/** The highest number of installments allowed; null = no restriction by this field. */
export type InstallmentLimit = {
  cardClass: 'personal' | 'commercial' | null
  categoryId: number | null
  maxInstallments: number
  validFrom: Day | null
  validUntil: Day | null
}

/** What is paid for. */
export type Purchase = {
  /** Null = not known yet. */
  amount: Decimal | number | string | null
  currency: PosCurrency
  /** Categories of the purchased goods, with all their ancestors. */
  categoryIds: readonly number[]
  /** The day in Turkey. */
  today: Day
  /** Setting installmentLimit, in lira: installments are offered only above this amount (checkout, section 9). */
  installmentLimit: number
}

/** The account that takes a payment, and its plans: always the single payment, and exactly one default. */
export type OfferedPlans<Account extends PosOffer = PosOffer> = { account: Account; plans: PosPlan[] }

/**
 * The highest number of installments that the limits allow, at most 12; the strictest limit applies. If the class of
 * the card is unknown (null), the limits of all classes apply.
 */
export function maxInstallmentsFor(
  limits: readonly InstallmentLimit[],
  { categoryIds, today }: Pick<Purchase, 'categoryIds' | 'today'>,
  isCommercial: boolean | null,
): number {
  const cardClass = isCommercial === null ? null : isCommercial ? 'commercial' : 'personal'
  const inForce = limits.filter(
    (limit) =>
      (limit.cardClass === null || cardClass === null || limit.cardClass === cardClass) &&
      (limit.categoryId === null || categoryIds.includes(limit.categoryId)) &&
      (limit.validFrom === null || limit.validFrom <= today) &&
      (limit.validUntil === null || today <= limit.validUntil),
  )
  return Math.min(12, ...inForce.map(({ maxInstallments }) => maxInstallments))
}

/** Why an account takes a card that no rule decides about: its program, its bank, or as one that takes every card. */
export type TakingReason = 'family' | 'bank' | 'default' | 'first'

/** The account that takes a card where no rule decides, and why. Null: no account takes the amount. */
export function takingAccount<Account extends PosOffer>(
  accounts: readonly Account[],
  card: CardInfo | null,
  purchase: Pick<Purchase, 'amount' | 'currency'>,
): { account: Account; reason: TakingReason } | null {
  const open = accountsFor(accounts, purchase)
  const own = open.filter((account) => isOwnCard(account, card))
  const ofFamily = open.filter((account) => takesProgram(account, card))
  const family = ofFamily.find((account) => own.includes(account)) ?? ofFamily[0]
  const byDefault = open.find(({ isDefault }) => isDefault)
  const choices = [
    ['family', family],
    ['bank', own[0]],
    ['default', byDefault],
    ['first', open[0]],
  ] as const
  const [reason, account] = choices.find(([, each]) => each !== undefined) ?? []
  return reason === undefined || account === undefined ? null : { account, reason }
}

const isOwnCard = ({ bankCode }: PosOffer, card: CardInfo | null) => bankCode !== null && bankCode === card?.bankCode

function takesProgram({ families }: PosOffer, card: CardInfo | null): boolean {
  return card?.type === 'credit' && card.family !== null && families.includes(card.family)
}

/** Whether a card may pay in installments at an account: a credit card of a known program that is the account's or its bank's. */
export function isInstallable(account: PosOffer, card: CardInfo | null): boolean {
  if (card?.type !== 'credit' || card.family === null) return false
  return takesProgram(account, card) || isOwnCard(account, card)
}

/**
 * Chooses the account and the plans of a card (decisions, "Payments"; checkout, section 3). A credit card of a known
 * program gets the plans of the account that takes the program, else the issuing bank's account; every other card
 * (debit, prepaid, foreign, unknown: null) the single payment only. Null: no account takes the amount.
 */
export function plansForCard<Account extends PosOffer>(
  accounts: readonly Account[],
  card: CardInfo | null,
  purchase: Purchase,
  limits: readonly InstallmentLimit[],
): OfferedPlans<Account> | null {
  const taking = takingAccount(accounts, card, purchase)
  return taking && plansAt(taking.account, card, purchase, limits)
}

/** What an account offers a card, if it takes the amount at all. */
export function plansAt<Account extends PosOffer>(
  account: Account,
  card: CardInfo | null,
  purchase: Purchase,
  limits: readonly InstallmentLimit[],
): OfferedPlans<Account> {
  const max = isInstallable(account, card) ? maxInstallmentsFor(limits, purchase, card?.isCommercial ?? null) : 1
  const family = card?.type === 'credit' ? card.family : null
  return plansOf(account, card && { family, isCommercial: card.isCommercial }, purchase, max)
}

/**
 * What an account offers before a card is known: its table within the limits of all card classes. Of the bank's rates the
 * dearest of each number of installments.
 */
export function plansOfAccount<Account extends PosOffer>(
  account: Account,
  purchase: Purchase,
  limits: readonly InstallmentLimit[],
): OfferedPlans<Account> | null {
  const isOpen = takesAmount(account, purchase)
  return isOpen ? plansOf(account, null, purchase, maxInstallmentsFor(limits, purchase, null)) : null
}

/** The plans of cards of these programs and this class; none, null: of any card. */
export type OfferedTable = { families: readonly string[]; cardClass: CardClass | null; plans: PosPlan[] }

/**
 * The installment tables of an account by card program and class, within the limits of all card classes: one, unless the
 * bank's rates differ. Empty: the account does not take the amount.
 */
export function tablesOfAccount(
  account: PosOffer,
  purchase: Purchase,
  limits: readonly InstallmentLimit[],
): OfferedTable[] {
  if (!takesAmount(account, purchase)) return []
  const rates = ratesOf(account, purchase.today)
  const programs = rates.flatMap(({ family }) => family ?? [])
  const families = rates.length === 0 ? [] : [...new Set([...account.families, ...programs])]
  const most = maxInstallmentsFor(limits, purchase, null)
  if (families.length === 0) {
    return [{ families: account.families, cardClass: null, plans: plansOf(account, null, purchase, most).plans }]
  }
  const tables = new Map<string, OfferedTable>()
  for (const family of families) {
    const [personal, commercial] = [false, true].map((isCommercial) => {
      return plansOf(account, { family, isCommercial }, purchase, most).plans
    })
    const classes: [CardClass | null, PosPlan[] | undefined][] =
      termsOf(personal) === termsOf(commercial)
        ? [[null, personal]]
        : [
            ['personal', personal],
            ['commercial', commercial],
          ]
    for (const [cardClass, plans = []] of classes) {
      const key = `${cardClass} ${termsOf(plans)}`
      tables.set(key, { cardClass, plans, families: [...(tables.get(key)?.families ?? []), family] })
    }
  }
  return [...tables.values()]
}

/** What a payer sees of plans. */
function termsOf(plans: readonly PosPlan[] = []): string {
  return JSON.stringify(
    plans.map(({ installment, commission, rate }) => [installment, Number(commission), rate?.extraInstallments ?? 0]),
  )
}

/** The accounts that take an amount, in the store's order; each offers a single payment. */
function accountsFor<Account extends PosOffer>(
  accounts: readonly Account[],
  purchase: Pick<Purchase, 'amount' | 'currency'>,
): readonly Account[] {
  return accounts
    .filter((account) => takesAmount(account, purchase))
    .toSorted((a, b) => a.position - b.position || a.id - b.id)
}

/** Whether an account offers a single payment of this amount, in its currency. */
export function takesAmount(
  { plans, minAmount, maxAmount, currency }: PosOffer,
  purchase: Pick<Purchase, 'amount' | 'currency'>,
): boolean {
  if (currency !== purchase.currency || !plans.some(({ installment }) => installment === 1)) return false
  const { amount } = purchase
  if (amount === null) return true
  const isEnough = minAmount === null || decimal(amount).greaterThanOrEqualTo(minAmount)
  return isEnough && (maxAmount === null || decimal(amount).lessThanOrEqualTo(maxAmount))
}

function plansOf<Account extends PosOffer>(
  account: Account,
  card: RatedCard | null,
  { amount, currency, installmentLimit, today }: Purchase,
  maxInstallments: number,
): OfferedPlans<Account> {
  // Banks divide payments in lira only.
  const isAbove = currency === lira && (amount === null || decimal(amount).greaterThan(installmentLimit))
  const offered = tableOf(account, card, today)
    .filter(
      ({ installment, minAmount }) =>
        installment === 1 ||
        (isAbove &&
          installment <= maxInstallments &&
          (minAmount === null || amount === null || decimal(amount).greaterThanOrEqualTo(minAmount))),
    )
    .toSorted((a, b) => a.installment - b.installment)
  const chosen = offered.find(({ isDefault }) => isDefault) ?? offered[0]
  return { account, plans: offered.map((plan) => ({ ...plan, isDefault: plan === chosen })) }
}

function ratesOf({ rates = [] }: PosOffer, today: Day): BankRate[] {
  return rates.filter((rate) => isInForce(rate, today))
}

/**
 * The account's plans for a card: while rates are in force, those of the card, with minimum amount and default of the plan of
 * the same number of installments. The single payment is always offered.
 */
function tableOf(account: PosOffer, card: RatedCard | null, today: Day): readonly PosPlan[] {
  const rates = ratesOf(account, today)
  if (rates.length === 0) return account.plans
  return Array.from({ length: 12 }, (_, i) => i + 1).flatMap((installment) => {
    const plan = account.plans.find((each) => each.installment === installment)
    const rate = rateFor(rates, card, installment, today)
    if (rate === undefined) return installment === 1 && plan !== undefined ? [plan] : []
    const commission = surchargePercent(rate, plan?.commission ?? null)
    if (commission === null) return []
    const { isDefault = false, minAmount = null } = plan ?? {}
    return [{ id: rate.id, installment, commission, isDefault, minAmount, rate }]
  })
}

/** Whether two plans are the same for a payer: as many installments, at the same price, with the same campaign. */
export function isSameTerms(a: PosPlan, b: PosPlan): boolean {
  return termsOf([a]) === termsOf([b])
}
