import type { CampaignProduct } from '#contract/shop/campaigns.ts'
import { isCampaignListPriceShown } from '#domain/pricing/campaign.ts'
import type { Formats } from '#domain/text/format.ts'
import { type PriceView, shownPrice } from '#domain/pricing/price.ts'

export type CampaignPrices = { kind: 'hidden' } | { kind: 'ask' } | { kind: 'shown'; sale: string; list: string | null }

/** Prices of a campaign's product, in the chosen currency, with tax if the store shows it. */
export function campaignPrices(
  product: CampaignProduct,
  view: PriceView,
  { formatMoney }: Pick<Formats, 'formatMoney'>,
): CampaignPrices {
  const { salePrice, listPrice, taxRate } = product
  if (salePrice === undefined) return { kind: 'hidden' }
  const sale = shownPrice(salePrice, view, { taxRate })
  if (!sale.greaterThan(0)) return { kind: 'ask' }
  const hasList = listPrice !== undefined && isCampaignListPriceShown(listPrice, salePrice, view)
  return {
    kind: 'shown',
    sale: formatMoney(sale, view.currency),
    list: hasList ? formatMoney(shownPrice(listPrice, view, { taxRate }), view.currency) : null,
  }
}
