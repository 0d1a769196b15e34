import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'

type Money = Decimal | number | string

/**
 * How much of a refunded sum goes to the dealer's account: its part without the installment fee. `refunded` is the sum
 * of all refunds, so that together they reverse the same share of the base amount as of the amount charged.
 */
export function refundedBase(payment: { baseAmount: Money; amount: Money }, refunded: Money): Decimal {
  return roundMoney(decimal(payment.baseAmount).times(decimal(refunded)).dividedBy(decimal(payment.amount)))
}
