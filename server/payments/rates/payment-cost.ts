import { bankCost, payOutDay, rateFor, type RatedCard } from '#domain/payments/bank-rates.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { findCard } from '#server/payments/bins/bins.ts'
import type { PaymentRow } from '#server/payments/payment/payment-rows.ts'
import type { TransitionColumns } from '#server/payments/payment/transition.ts'
import { loadRates } from './rate-rows.ts'

/** What the cost of a payment depends on. */
export type CostedPayment = Pick<
  PaymentRow,
  'pos_account_id' | 'card_first6' | 'card_family' | 'card_is_commercial' | 'installment' | 'amount'
>

/**
 * What the bank keeps of a payment captured now, by its rates of the day. `first6`: digits that the bank reports of a card
 * typed on its page. Nothing if the card is not known or the bank has no rate for it.
 */
export async function costColumns(
  db: Db,
  payment: CostedPayment,
  { first6, at }: { first6: string | null; at: Date },
): Promise<TransitionColumns> {
  const rates = await loadRates(db, payment.pos_account_id)
  if (rates.length === 0) return {}
  const day = dayInTurkey(at)
  const card = await ratedCard(db, payment, payment.card_first6 ?? first6)
  const rate = rateFor(rates, card, payment.installment, day)
  if (rate === undefined) return {}
  return {
    cost_percent: rate.percent,
    cost: bankCost(payment.amount, rate).toFixed(2),
    pay_out_day: payOutDay(day, rate),
  }
}

/** A card that is on no list has no program; rates of any program apply to it. */
async function ratedCard(db: Db, payment: CostedPayment, first6: string | null): Promise<RatedCard> {
  const { card_family: family, card_is_commercial: isCommercial } = payment
  if (isCommercial !== null) return { family, isCommercial }
  return (first6 === null ? null : await findCard(db, first6)) ?? { family: null, isCommercial: false }
}
