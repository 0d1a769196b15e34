import type { Offer, OfferItem } from '#contract/shop/offers.ts'
import type { Decimal } from '#domain/money/money.ts'
import {
  customerAmount,
  customerPrice,
  discountText,
  parseDiscount,
  profitOf,
  type QuoteTotals,
  quoteTotals,
} from '#domain/orders/offer.ts'

/** Content of a line's field: the percentage as typed, and whether it is a mark-up instead of a discount. */
export type DiscountDraft = { text: string; isMarkUp: boolean }
/** By line id. */
export type Drafts = Readonly<Record<number, DiscountDraft>>

export const noDrafts: Drafts = {}

/** The saved value of a line's field. */
export function savedDraft({ profit }: Pick<OfferItem, 'profit'>): DiscountDraft {
  return { text: discountText(profit), isMarkUp: profit > 0 }
}

export function draftOf(item: OfferItem, drafts: Drafts): DiscountDraft {
  return drafts[item.id] ?? savedDraft(item)
}

/** A typed minus turns the field into a mark-up. */
export function typedDraft(text: string, isMarkUp: boolean): DiscountDraft {
  const bare = text.trimStart()
  return /^[-−]/.test(bare) ? { text: bare.slice(1), isMarkUp: true } : { text, isMarkUp }
}

/** The discount of a field, negative for a mark-up; null if it is invalid. */
export function discountOf({ text, isMarkUp }: DiscountDraft): number | null {
  const bare = text.replace('%', '').trim()
  if (bare === '') return 0
  const discount = parseDiscount(isMarkUp ? `-${bare}` : bare)
  // Turns −0 into 0.
  return discount === null ? null : discount + 0
}

/** The percentage that the fields of all lines have in common; null if they differ. */
export function commonDraft(offer: Offer, drafts: Drafts): DiscountDraft | null {
  const [first, ...others] = offer.offerItems.map((item) => draftOf(item, drafts))
  const isSame = others.every(({ text, isMarkUp }) => text === first?.text && isMarkUp === first.isMarkUp)
  return first !== undefined && isSame ? first : null
}

/** The same percentage for all lines of an offer. */
export function draftsForAll(offer: Offer, draft: DiscountDraft): Drafts {
  return Object.fromEntries(offer.offerItems.map(({ id }) => [id, draft]))
}

function profitNow(item: OfferItem, drafts: Drafts): number | string {
  const discount = discountOf(draftOf(item, drafts))
  return discount === null ? item.profit : profitOf(discount)
}

/** Whether saving would change something, or a field is invalid. */
export function isChanged(offer: Offer, drafts: Drafts): boolean {
  return offer.offerItems.some((item) => {
    const draft = drafts[item.id]
    return draft !== undefined && discountOf(draft) !== -item.profit + 0
  })
}

export function hasInvalid(offer: Offer, drafts: Drafts): boolean {
  return offer.offerItems.some((item) => discountOf(draftOf(item, drafts)) === null)
}

/** The discount of every line by its id, for the call. */
export function discountMap(offer: Offer, drafts: Drafts): Record<string, number> {
  return Object.fromEntries(
    offer.offerItems.map((item) => [String(item.id), discountOf(draftOf(item, drafts)) ?? -item.profit]),
  )
}

/** Line amount in the offer's currency, before tax, at the percentage in the field; undefined if prices are hidden. */
export function amountNow(offer: Offer, item: OfferItem, drafts: Drafts): Decimal | undefined {
  if (item.price === undefined) return undefined
  const { price, quantity, taxRate } = item
  return customerAmount({ price, quantity, taxRate, profit: profitNow(item, drafts) }, offer.currency, offer.rates)
}

/** The customer's price of one unit at the percentage in the field; undefined if there is none, or prices are hidden. */
export function customerPriceNow(offer: Offer, item: OfferItem, drafts: Drafts): Decimal | undefined {
  const profit = profitNow(item, drafts)
  if (item.price === undefined || Number(profit) === 0) return undefined
  return customerPrice(item.price, profit, offer.currency, offer.rates)
}

/** Totals at the percentages in the fields; undefined if prices are hidden. */
export function totalsNow(offer: Offer, drafts: Drafts): QuoteTotals | undefined {
  const lines = offer.offerItems.flatMap((item) => {
    const { price, quantity, taxRate } = item
    return price === undefined ? [] : [{ price, quantity, taxRate, profit: profitNow(item, drafts) }]
  })
  return lines.length < offer.offerItems.length ? undefined : quoteTotals(lines, offer.currency, offer.rates)
}
