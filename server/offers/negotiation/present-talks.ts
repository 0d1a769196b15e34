import type { Negotiation, OfferRound, OfferRoundLine } from '#contract/shop/offer-rounds.ts'
import { cartTotals } from '#domain/cart/cart.ts'
import type { NegotiationState } from '#domain/orders/negotiation.ts'
import { sideOf } from '#domain/orders/negotiation.ts'
import type { OfferRow } from '#server/offers/queries.ts'
import type { RoundRow } from './round-rows.ts'

type Talks = { rounds: readonly RoundRow[]; side: 'dealer' | 'store'; now: Date }

/** The negotiation of an offer as one side sees it; the dealer does not see who of the store has answered. */
export function presentTalks(
  offer: Pick<OfferRow, 'currency' | 'rates' | 'lines'> & {
    negotiation: NegotiationState | null
    agreed_until: Date | null
  },
  { rounds, side, now }: Talks,
): Negotiation {
  const prices = new Map(offer.lines.map((line) => [line.line_no, line.price_value]))
  const taxRates = new Map(offer.lines.map((line) => [line.line_no, line.tax_rate]))
  const quantities = new Map<number, number>()
  const presented = rounds.map((round): OfferRound => {
    const lines = (round.lines ?? []).flatMap((row): OfferRoundLine[] => {
      const item = offer.lines.find(({ line_no }) => line_no === row.line_no)
      if (item === undefined) return []
      return [
        {
          line: row.line_no,
          code: item.code,
          name: item.name,
          unit: item.unit,
          quantity: row.quantity,
          quantityBefore: quantities.get(row.line_no) ?? row.quantity,
          currency: item.price_currency,
          before: Number(prices.get(row.line_no) ?? item.price_value),
          price: row.price_value === null ? null : Number(row.price_value),
          note: row.note,
        },
      ]
    })
    for (const row of round.lines ?? []) {
      quantities.set(row.line_no, row.quantity)
      if (round.kind === 'version' && row.price_value !== null) prices.set(row.line_no, row.price_value)
    }
    const totalOf = (priceOf: (line: OfferRoundLine) => number) =>
      cartTotals(
        lines.map((line) => ({
          price: { value: priceOf(line), currency: line.currency },
          quantity: line.quantity,
          taxRate: taxRates.get(line.line) ?? '0',
        })),
        offer.currency,
        offer.rates,
      ).total.toNumber()
    const isStores = sideOf(round.kind) === 'store'
    return {
      number: round.number,
      kind: round.kind,
      version: round.version,
      date: round.created_at.toISOString(),
      by: isStores && side === 'dealer' ? null : round.author,
      note: round.note,
      expiresAt: round.expires_at?.toISOString() ?? null,
      isExpired: round.expires_at !== null && round.expires_at <= now,
      locksRates: round.locks_rates,
      totals:
        lines.length === 0
          ? null
          : { before: totalOf(({ before }) => before), now: totalOf((l) => l.price ?? l.before) },
      lines,
    }
  })
  return {
    state: offer.negotiation,
    last: rounds.at(-1)?.number ?? 0,
    currency: offer.currency,
    agreedUntil: offer.agreed_until?.toISOString() ?? null,
    rounds: presented.toReversed(),
  }
}
