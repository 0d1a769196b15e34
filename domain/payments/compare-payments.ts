import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'
import { type PaymentTerms, yearlyPercent } from './payment-cost.ts'

/** A way to pay an order. */
export type PaymentOption = {
  kind: 'account' | 'early' | 'card'
  /** What is paid in all, in lira. */
  totalTry: string
  terms: PaymentTerms
  /** Whether the others are compared with it. */
  isCash: boolean
}

/** `cost`: what it costs more than the cash price, in lira; `yearly`: percent, null if it is not defined. */
export type ComparedOption<Option> = Option & { cost: Decimal; yearly: Decimal | null; isCheapest: boolean }

/**
 * Compares ways to pay with the cash price, the cheapest first; of equal ones cash, orders on account, then fewer
 * payments. One is marked as the cheapest, unless it is the only one.
 */
export function compareOptions<Option extends PaymentOption>(
  cashTry: string,
  options: readonly Option[],
): ComparedOption<Option>[] {
  const compared = options.map((option) => {
    const { totalTry, terms } = option
    return { ...option, cost: decimal(totalTry).minus(cashTry), yearly: yearlyPercent(cashTry, totalTry, terms) }
  })
  return compared
    .toSorted((a, b) => a.cost.comparedTo(b.cost) || rankOf(a) - rankOf(b))
    .map((option, i) => ({ ...option, isCheapest: i === 0 && compared.length > 1 }))
}

const kinds: readonly PaymentOption['kind'][] = ['account', 'early', 'card']

function rankOf({ kind, terms, isCash }: PaymentOption): number {
  if (isCash) return -1
  return kinds.indexOf(kind) * 1000 + (terms.kind === 'monthly' ? terms.count : 0)
}

/** A step of a discount for early payment: paid within `days` of the invoice's day, `percent` is taken off. */
export type EarlyPaymentStep = { days: number; percent: string }

/** What a step takes off an amount with tax, rounded to kuruş. */
export function earlyDiscount(amount: Decimal | number | string, { percent }: EarlyPaymentStep): Decimal {
  return roundMoney(decimal(amount).times(percent).dividedBy(100))
}
