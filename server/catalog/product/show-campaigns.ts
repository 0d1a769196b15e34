import type { Product } from '#contract/shop/product.ts'
import type { Campaign, CampaignProduct } from '#contract/shop/campaigns.ts'
import { type CampaignRule, visibleCampaigns } from '#domain/pricing/campaign.ts'
import type { RunningCampaign } from '#server/campaigns/campaigns.ts'
import type { View } from '#server/settings/settings.ts'
import type { CatalogContext, ShownContext } from '#server/catalog/open-catalog.ts'
import type { Finder } from '#server/catalog/list/finder.ts'

const maxCampaignProducts = 12

/**
 * The running campaigns with their visible products, loaded in one statement (checkout and administration, section 2).
 */
export async function showCampaigns({ finder, view, campaigns, products }: ShownContext): Promise<Campaign[]> {
  const shown = visibleCampaigns(campaigns, await loadCampaignRule(finder, campaigns, view))
  const byId = await products([...new Set(shown.flatMap(({ productIds }) => productIds))])
  // Products that became inactive since the last index update may leave a campaign empty.
  return shown.map((campaign) => presentCampaign(campaign, byId)).filter(({ products }) => products.length > 0)
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
  byId: ReadonlyMap<number, Product>,
): Campaign {
  const products = productIds.flatMap((productId) => {
    const product = byId.get(productId)
    return product === undefined ? [] : [presentCampaignProduct(product)]
  })
  return { id, name, rowCount, products }
}

function presentCampaignProduct({ units, ...product }: Product): CampaignProduct {
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
