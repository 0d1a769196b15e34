import type { Campaign, CampaignProduct } from '#contract/shop/campaigns.ts'
import { type CampaignRule, visibleCampaigns } from '#domain/pricing/campaign.ts'
import type { RunningCampaign } from '#server/campaigns/campaigns.ts'
import type { View } from '#server/settings/settings.ts'
import type { CatalogContext } from '#server/catalog/open-catalog.ts'
import type { Finder } from '#server/catalog/list/finder.ts'
import { presentProduct } from './present-product.ts'
import { loadProductRows, type ProductRow } from './product-rows.ts'

const maxCampaignProducts = 12

/**
 * The running campaigns with their visible products, loaded in one statement (checkout and administration, section 2).
 */
export async function showCampaigns({ db, finder, view, campaigns }: CatalogContext): Promise<Campaign[]> {
  const shown = visibleCampaigns(campaigns, await loadCampaignRule(finder, campaigns, view))
  const rows = await loadProductRows(db, [...new Set(shown.flatMap(({ productIds }) => productIds))], view)
  const byId = new Map(rows.map((row) => [row.id, row]))
  // Products that became inactive since the last index update may leave a campaign empty.
  return shown.map((campaign) => presentCampaign(campaign, byId, view)).filter(({ products }) => products.length > 0)
}

/** The campaign shown on a product page: the first one with this product, reduced to its other products. */
export async function campaignOfProduct(
  productId: number,
  { finder, view, campaigns }: Pick<CatalogContext, 'finder' | 'view' | 'campaigns'>,
): Promise<RunningCampaign | undefined> {
  const found = campaigns.find(({ productIds }) => productIds.includes(productId))
  const [shown] = found === undefined ? [] : visibleCampaigns([found], await loadCampaignRule(finder, [found], view))
  return (
    shown && { ...shown, productIds: shown.productIds.filter((id) => id !== productId).slice(0, maxCampaignProducts) }
  )
}

export function presentCampaign(
  { id, name, rowCount, productIds }: RunningCampaign,
  rows: ReadonlyMap<number, ProductRow>,
  view: View,
): Campaign {
  const products = productIds.flatMap((productId) => {
    const row = rows.get(productId)
    return row === undefined ? [] : [presentCampaignProduct(row, view)]
  })
  return { id, name, rowCount, products }
}

function presentCampaignProduct(row: ProductRow, view: View): CampaignProduct {
  const { units, ...product } = presentProduct(row, view)
  const unit = units.find(({ id }) => id === product.defaultUnit) ?? units[0]
  return { ...product, barcode: unit?.barcode ?? null }
}

/** Uses the quantities of the lists, so that campaigns hide the same products. */
async function loadCampaignRule(
  { quantities }: Finder,
  campaigns: readonly RunningCampaign[],
  { showNotInStocks }: View,
): Promise<CampaignRule> {
  const quantityById = await quantities([...new Set(campaigns.flatMap(({ productIds }) => productIds))])
  return { quantityOf: (productId) => quantityById.get(productId), showNotInStocks }
}
