import { addDays, type Day } from '#domain/text/calendar-day.ts'
import { nextWorkday } from '#domain/text/public-holidays.ts'
import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'

export const cardClasses = ['personal', 'commercial'] as const
export type CardClass = (typeof cardClasses)[number]

/** Who bears what the bank keeps; `plan`: the payer is charged the percent of the account's plan. */
export const rateBearers = ['store', 'payer', 'plan'] as const
export type RateBearer = (typeof rateBearers)[number]

/** What a bank keeps of a payment, from a day to a day. Percent as exact decimal text; null = any, or no end. */
export type BankRate = {
  id: number
  family: string | null
  cardClass: CardClass | null
  /** 1 = the single payment. */
  installment: number
  /** Of the charged total, below 100. */
  percent: string
  /** Installments that the bank's campaign adds: the payer chooses 6, the bank makes it 8. */
  extraInstallments: number
  bearer: RateBearer
  /** Calendar days from the capture until the bank pays out; null = not known. */
  payOutDays: number | null
  validFrom: Day
  validUntil: Day | null
}

/** What rates depend on. Null in place of a card: it is not known yet. */
export type RatedCard = { family: string | null; isCommercial: boolean }

export function isInForce({ validFrom, validUntil }: Pick<BankRate, 'validFrom' | 'validUntil'>, day: Day): boolean {
  return validFrom <= day && (validUntil === null || day <= validUntil)
}

/** The highest percent that a payer may bear: it doubles the amount. */
const maxBorne = 50

/** Whether the payer may bear this rate: never that of the single payment (law 5464, article 17). */
export function mayPayerBear({ installment, percent }: Pick<BankRate, 'installment' | 'percent'>): boolean {
  return installment > 1 && !decimal(percent).greaterThan(maxBorne)
}

/**
 * The row in force for a card and a number of installments: that of its program before one of any program, then that of
 * its class before one of any class. For a card that is not known yet, the dearest row in force, with the extra
 * installments that all of them have. Undefined: the bank has none.
 */
export function rateFor<Rate extends BankRate>(
  rates: readonly Rate[],
  card: RatedCard | null,
  installment: number,
  day: Day,
): Rate | undefined {
  const inForce = rates.filter((rate) => rate.installment === installment && isInForce(rate, day))
  return card === null ? dearestOf(inForce) : closestOf(inForce, card)
}

function closestOf<Rate extends BankRate>(rates: readonly Rate[], card: RatedCard): Rate | undefined {
  const cardClass = card.isCommercial ? 'commercial' : 'personal'
  const closeness = (rate: BankRate) => (rate.family === null ? 0 : 2) + (rate.cardClass === null ? 0 : 1)
  return rates
    .filter((rate) => rate.family === null || rate.family === card.family)
    .filter((rate) => rate.cardClass === null || rate.cardClass === cardClass)
    .toSorted((a, b) => closeness(b) - closeness(a))[0]
}

function dearestOf<Rate extends BankRate>(rates: readonly Rate[]): Rate | undefined {
  const [dearest] = rates.toSorted((a, b) => decimal(b.percent).comparedTo(a.percent) || a.id - b.id)
  if (dearest === undefined) return undefined
  return { ...dearest, extraInstallments: Math.min(...rates.map((rate) => rate.extraInstallments)) }
}

/**
 * The percent that the payer is charged on the amount, as exact text with at most three decimals; null: the plan that
 * should say so does not exist. A payer who bears the rate pays what leaves the store the whole amount after the bank has
 * kept its percent of the total: 100 × p / (100 − p) (docs/payments.md, "Bank rates").
 */
export function surchargePercent(
  { bearer, percent }: Pick<BankRate, 'bearer' | 'percent'>,
  planPercent: string | null,
): string | null {
  if (bearer === 'store') return '0'
  if (bearer === 'plan') return planPercent
  return decimal(percent).times(100).dividedBy(decimal(100).minus(percent)).toDecimalPlaces(3).toFixed()
}

/** What the bank keeps of a charged total, rounded to kuruş. */
export function bankCost(total: Decimal | number | string, { percent }: Pick<BankRate, 'percent'>): Decimal {
  return roundMoney(decimal(total).times(percent).dividedBy(100))
}

/** The day on which the bank pays out a payment of this day; a weekend or holiday moves it on. Null = not known. */
export function payOutDay(day: Day, { payOutDays }: Pick<BankRate, 'payOutDays'>): Day | null {
  return payOutDays === null ? null : nextWorkday(addDays(day, payOutDays), [])
}

/** The first two rows of one program, class and count that are in force on the same day; null: there are none. */
export function findOverlap<Rate extends Omit<BankRate, 'id'>>(rates: readonly Rate[]): [Rate, Rate] | null {
  const sorted = rates.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom))
  for (const [i, rate] of sorted.entries()) {
    const later = sorted.slice(i + 1).find((other) => rateKey(other) === rateKey(rate))
    if (later !== undefined && (rate.validUntil === null || later.validFrom <= rate.validUntil)) return [rate, later]
  }
  return null
}

/** Identifies the cell of a table that a row is for: program, class and count. */
export function rateKey({ family, cardClass, installment }: Pick<BankRate, 'family' | 'cardClass' | 'installment'>) {
  return JSON.stringify([family, cardClass, installment])
}
