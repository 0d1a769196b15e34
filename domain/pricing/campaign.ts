import { convert, type Money } from '#domain/money/money.ts'
import { isListPriceShown, type PriceView } from './price.ts'

/** Milliseconds between two automatic steps of a carousel ("Campaign carousel", section 2). */
export const autoplayPause = 5000
/** Pixels between two slides (section 2). */
export const slideSpacing = 10
/** Pixels; the aspect ratio when a slide is narrower (section 2). */
export const slideImage = { width: 280, height: 413 } as const

/** Slides side by side at this screen width in pixels: 2 below 600, 4 from 600, 6 from 1000 (section 2). */
export function slidesPerView(width: number): number {
  if (width < 600) return 2
  return width < 1000 ? 4 : 6
}

/**
 * Number of steps: the products fill columns of `rowCount` (at least 1) rows, and each step shows one full view of
 * columns.
 */
export function carouselPages(products: number, rowCount: number, perView: number): number {
  return Math.max(1, Math.ceil(Math.ceil(products / Math.max(1, rowCount)) / perView))
}

/**
 * A campaign strikes the list price through only when it is at least the sale price, or strictly greater when prices
 * include tax (section 2). Compared after conversion; `sale` has a rate.
 */
export function isCampaignListPriceShown(list: Money | undefined, sale: Money, view: PriceView): boolean {
  if (view.withTax || list === undefined) return isListPriceShown(list, sale, view)
  return convert(list, view.currency, view.rates).greaterThanOrEqualTo(convert(sale, view.currency, view.rates))
}

/** More columns cannot be stepped through on a phone, and more products make the page heavy. */
const maxColumns = 24
const maxProducts = 60
const maxCampaigns = 12

export type CampaignRule = {
  /** Base units, for a parent the sum of its variants; undefined when a product is not on sale. */
  quantityOf(productId: number): number | undefined
  /** The visitor's choice, otherwise the store's. */
  showNotInStocks: '0' | '1'
}

/**
 * Campaigns with their visible products, in order: omits products that are not on sale and, when showNotInStocks is
 * '0', products with a quantity of 0 or less; skips campaigns without visible products (section 2).
 */
export function visibleCampaigns<Campaign extends { rowCount: number; productIds: readonly number[] }>(
  campaigns: readonly Campaign[],
  { quantityOf, showNotInStocks }: CampaignRule,
): Campaign[] {
  const isVisible = (id: number) => {
    const quantity = quantityOf(id)
    return quantity !== undefined && (quantity > 0 || showNotInStocks !== '0')
  }
  return campaigns
    .map((campaign) => {
      const most = Math.min(maxProducts, maxColumns * campaign.rowCount)
      return { ...campaign, productIds: campaign.productIds.filter(isVisible).slice(0, most) }
    })
    .filter(({ productIds }) => productIds.length > 0)
    .slice(0, maxCampaigns)
}
