import type { EditedLine } from '#contract/shop/offer-changes.ts'
import type { Offer, OfferItem } from '#contract/shop/offers.ts'
import { typedCartQuantity } from '#domain/cart/quantity.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { type Decimal, decimal, type Money } from '#domain/money/money.ts'
import {
  customerAmount,
  customerPrice,
  discountText,
  isBasePrice,
  lineMargin,
  offerBasis,
  parseDiscount,
  profitOf,
  type QuoteTotals,
  quoteTotals,
  unitCost,
} from '#domain/orders/offer.ts'

/** Content of a line's field: the percentage as typed, and whether it is a mark-up instead of a discount. */
export type DiscountDraft = { text: string; isMarkUp: boolean }
/** Content of all fields of a line. `quantity` and `basePrice` are undefined while untouched. */
export type LineDraft = DiscountDraft & { quantity?: string; basePrice?: string | undefined }
/** By line id. */
export type Drafts = Readonly<Record<number, LineDraft>>

export const noDrafts: Drafts = {}

/** The saved value of a line's field. */
export function savedDraft({ profit }: Pick<OfferItem, 'profit'>): DiscountDraft {
  return { text: discountText(profit), isMarkUp: profit > 0 }
}

export function draftOf(item: OfferItem, drafts: Drafts): LineDraft {
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
  return first !== undefined && isSame ? { text: first.text, isMarkUp: first.isMarkUp } : null
}

/** The same percentage for all lines of an offer; other fields keep what was typed. */
export function draftsForAll(offer: Offer, drafts: Drafts, draft: DiscountDraft): Drafts {
  return Object.fromEntries(offer.offerItems.map((item) => [item.id, { ...drafts[item.id], ...draft }]))
}

/** The quantity in the field; null if it is invalid. */
export function quantityOf({ quantity }: OfferItem, draft: LineDraft): number | null {
  if (draft.quantity === undefined) return quantity
  const typed = typedCartQuantity(draft.quantity, 0)
  return typed === 0 ? null : typed
}

/** The base price in the field; null for the dealer's own price, also when emptied; undefined if it is invalid. */
export function basePriceOf({ basePrice = null }: OfferItem, draft: LineDraft): number | null | undefined {
  if (draft.basePrice === undefined) return basePrice
  if (draft.basePrice.trim() === '') return null
  const typed = parseAmount(draft.basePrice)?.toNumber()
  return typed !== undefined && isBasePrice(typed) ? typed : undefined
}

const isInvalid = (item: OfferItem, draft: LineDraft) =>
  discountOf(draft) === null || quantityOf(item, draft) === null || basePriceOf(item, draft) === undefined

function profitNow(item: OfferItem, drafts: Drafts): number | string {
  const discount = discountOf(draftOf(item, drafts))
  return discount === null ? item.profit : profitOf(discount)
}

/** Whether saving would change something, or a field is invalid. */
export function isChanged(offer: Offer, drafts: Drafts): boolean {
  return offer.offerItems.some((item) => {
    const draft = drafts[item.id]
    if (draft === undefined) return false
    const isSame = discountOf(draft) === -item.profit + 0 && quantityOf(item, draft) === item.quantity
    return !isSame || basePriceOf(item, draft) !== (item.basePrice ?? null)
  })
}

export function hasInvalid(offer: Offer, drafts: Drafts): boolean {
  return offer.offerItems.some((item) => isInvalid(item, draftOf(item, drafts)))
}

/** Every line by its id, for the call. */
export function editedLines(offer: Offer, drafts: Drafts): Record<string, EditedLine> {
  return Object.fromEntries(
    offer.offerItems.map((item) => {
      const draft = draftOf(item, drafts)
      const discount = discountOf(draft) ?? -item.profit
      const quantity = quantityOf(item, draft) ?? item.quantity
      return [String(item.id), { discount, quantity, basePrice: basePriceOf(item, draft) ?? null }]
    }),
  )
}

/** The line with the values of its fields, saved ones where a field is invalid. */
function lineNow(offer: Offer, item: OfferItem, price: Money, drafts: Drafts) {
  const draft = draftOf(item, drafts)
  const typed = basePriceOf(item, draft)
  const basePrice = typed === undefined ? (item.basePrice ?? null) : typed
  return {
    price: offerBasis(price, basePrice, offer.currency),
    quantity: quantityOf(item, draft) ?? item.quantity,
    taxRate: item.taxRate,
    profit: profitNow(item, drafts),
  }
}

/** Line amount in the offer's currency, before tax, at the percentage in the field; undefined if prices are hidden. */
export function amountNow(offer: Offer, item: OfferItem, drafts: Drafts): Decimal | undefined {
  if (item.price === undefined) return undefined
  return customerAmount(lineNow(offer, item, item.price, drafts), offer.currency, offer.rates)
}

/** The customer's price of one unit as the fields say; undefined if it is the base price, or prices are hidden. */
export function customerPriceNow(offer: Offer, item: OfferItem, drafts: Drafts): Decimal | undefined {
  if (item.price === undefined) return undefined
  const { price, profit } = lineNow(offer, item, item.price, drafts)
  return Number(profit) === 0 ? undefined : customerPrice(price, profit, offer.currency, offer.rates)
}

/** Totals at the percentages in the fields; undefined if prices are hidden. */
export function totalsNow(offer: Offer, drafts: Drafts): QuoteTotals | undefined {
  const lines = offer.offerItems.flatMap((item) => {
    return item.price === undefined ? [] : [lineNow(offer, item, item.price, drafts)]
  })
  return lines.length < offer.offerItems.length ? undefined : quoteTotals(lines, offer.currency, offer.rates)
}

/** What the dealer pays for one unit: the price that it has agreed on with the store, or the one of the offer. */
export const costOf = ({ agreedPrice }: OfferItem, price: Money): Money =>
  agreedPrice == null ? price : { value: agreedPrice, currency: price.currency }

/** What the dealer earns on a line; undefined if prices are hidden. */
export function marginNow(offer: Offer, item: OfferItem, drafts: Drafts): ReturnType<typeof lineMargin> | undefined {
  const amount = amountNow(offer, item, drafts)
  if (item.price === undefined || amount === undefined) return undefined
  const { quantity } = lineNow(offer, item, item.price, drafts)
  return lineMargin(unitCost(costOf(item, item.price), offer.currency, offer.rates).times(quantity), amount)
}

/** What the dealer earns on all lines, of their amounts; undefined if prices are hidden. */
export function totalMarginNow(offer: Offer, drafts: Drafts): ReturnType<typeof lineMargin> | undefined {
  const zero = { cost: decimal(0), amount: decimal(0) }
  const sums = offer.offerItems.reduce<typeof zero | undefined>((sum, item) => {
    const [amount, line] = [amountNow(offer, item, drafts), marginNow(offer, item, drafts)]
    if (sum === undefined || amount === undefined || line === undefined) return undefined
    return { cost: sum.cost.plus(amount).minus(line.margin), amount: sum.amount.plus(amount) }
  }, zero)
  return sums && lineMargin(sums.cost, sums.amount)
}
