import type { Day } from '#domain/text/calendar-day.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'

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
}

/** A POS account, as the choice of plans needs it. */
export type PosOffer = {
  id: number
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
  /** Lira; null = not known yet. */
  amount: Decimal | number | string | null
  /** Categories of the purchased goods, with all their ancestors. */
  categoryIds: readonly number[]
  /** The day in Turkey. */
  today: Day
  /** Setting installmentLimit: installments are offered only above this amount (checkout, section 9). */
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
  const open = accountsFor(accounts, purchase.amount)
  const own = open.filter(({ bankCode }) => bankCode !== null && bankCode === card?.bankCode)
  const family = card?.type === 'credit' ? card.family : null
  const ofFamily = family === null ? [] : open.filter(({ families }) => families.includes(family))
  const taking = ofFamily.find((account) => own.includes(account)) ?? ofFamily[0] ?? own[0]
  const account = taking ?? open.find(({ isDefault }) => isDefault) ?? open[0]
  if (account === undefined) return null
  const isInstallable = taking !== undefined && family !== null
  return plansOf(
    account,
    purchase,
    isInstallable ? maxInstallmentsFor(limits, purchase, card?.isCommercial ?? null) : 1,
  )
}

/** What an account offers before a card is known: its table within the limits of all card classes. */
export function plansOfAccount<Account extends PosOffer>(
  account: Account,
  purchase: Purchase,
  limits: readonly InstallmentLimit[],
): OfferedPlans<Account> | null {
  const isOpen = accountsFor([account], purchase.amount).length > 0
  return isOpen ? plansOf(account, purchase, maxInstallmentsFor(limits, purchase, null)) : null
}

/** The accounts that take an amount, in the store's order; each offers a single payment. */
function accountsFor<Account extends PosOffer>(
  accounts: readonly Account[],
  amount: Purchase['amount'],
): readonly Account[] {
  return accounts
    .filter(({ plans, minAmount, maxAmount }) => {
      if (!plans.some(({ installment }) => installment === 1)) return false
      if (amount === null) return true
      const isEnough = minAmount === null || decimal(amount).greaterThanOrEqualTo(minAmount)
      return isEnough && (maxAmount === null || decimal(amount).lessThanOrEqualTo(maxAmount))
    })
    .toSorted((a, b) => a.position - b.position || a.id - b.id)
}

function plansOf<Account extends PosOffer>(
  account: Account,
  { amount, installmentLimit }: Purchase,
  maxInstallments: number,
): OfferedPlans<Account> {
  const isAbove = amount === null || decimal(amount).greaterThan(installmentLimit)
  const offered = account.plans
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
