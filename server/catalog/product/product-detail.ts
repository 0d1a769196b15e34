import { refuse, type Refusal } from '#contract/core/errors.ts'
import { productPath } from '#contract/core/pages.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { showStock } from '#domain/stock/stock.ts'
import type { View } from '#server/settings/settings.ts'
import type { ShownContext } from '#server/catalog/open-catalog.ts'
import type { Finder } from '#server/catalog/list/finder.ts'
import { priceTermsOf } from '#server/catalog/list/price-ranges.ts'
import { noFilter } from '#server/catalog/index/filter.ts'
import { ordinalOf } from '#server/catalog/index/label-table.ts'
import { categoryCrumbs } from '#server/catalog/list/list-place.ts'
import { presentLines } from '#server/catalog/attributes/product-attributes.ts'
import { imagePath } from './present-product.ts'
import { promotionsOfProduct } from './product-promotions.ts'
import { type AddressRow, type ChildRow, type DetailRow, loadDetail } from './detail-rows.ts'
import { campaignOfProduct, presentCampaign } from './show-campaigns.ts'

const maxEquivalents = 12
const maxRelated = 6

/** Loads everything that a product page shows, in a few statements. `key` is the part of the address after `-p-`. */
export async function showProduct(context: ShownContext, key: string): Promise<ProductDetail | Refusal> {
  const { db, finder, view } = context
  const { labels } = finder
  // PostgreSQL rejects NUL in texts.
  const detail = await loadDetail(db, key.replaceAll('\0', ''), maxEquivalents)
  if (detail === undefined) return refuse('product_not_found')
  const equivalentIds = detail.equivalents ?? []
  const relatedIds = await findRelated(finder, detail, view)
  const campaign = await campaignOfProduct(detail.parent?.id ?? detail.id, context)
  const allIds = new Set([detail.id, ...equivalentIds, ...relatedIds, ...(campaign?.productIds ?? [])])
  const byId = await context.products([...allIds])
  const product = byId.get(detail.id)
  if (product === undefined) return refuse('product_not_found')
  const lines = presentLines(detail.attributes ?? [], view.locale)
  const presentAll = (ids: number[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return {
    ...product,
    ...presentTexts(detail),
    attributes: lines.map(({ name, value, group }) => [name, value, group]),
    breadcrumbs: categoryCrumbs(ordinalOf(labels.categories, detail.category_id), labels),
    ...presentVariants(detail, view),
    equivalentCodes: (detail.equivalent_codes ?? []).map(({ code, product }) => {
      return { code, url: product && addressOf(product) }
    }),
    campaign: campaign === undefined ? null : presentCampaign(campaign, byId),
    promotions: await promotionsOfProduct(
      db,
      [
        detail.id,
        ...(detail.parent === null ? [] : [detail.parent.id]),
        ...(detail.children ?? []).map(({ id }) => id),
      ],
      view,
    ),
    equivalents: presentAll(equivalentIds),
    related: presentAll(relatedIds.filter((id) => !equivalentIds.includes(id))),
  }
}

function presentTexts(detail: DetailRow) {
  return {
    description: detail.description,
    images: detail.images.map(imagePath),
    metaTitle: detail.meta_title,
    metaDescription: detail.meta_description,
    metaKeywords: detail.meta_keywords,
  }
}

function presentVariants(detail: DetailRow, view: View) {
  const { parent } = detail
  const names = detail.variant_names ?? []
  const children = names.length === 0 ? [] : (detail.children ?? [])
  return {
    parent: parent && { id: parent.id, url: addressOf(parent), name: parent.name },
    variants: names.map((name, i) => {
      const values = new Set(children.flatMap((child) => child.values[i] ?? []))
      return { name, values: [...values].map((value) => ({ name: value })) }
    }),
    variantProducts: children.map((child) => presentVariant(child, view)),
    chosen: parent === null ? [] : (detail.variant_values ?? []),
  }
}

function presentVariant(child: ChildRow, { seesStock, settings }: View) {
  const shown = { id: child.id, url: addressOf(child), values: child.values.map((name) => ({ name })) }
  if (!seesStock || settings.stockInfoStatus === 1) return shown
  return { ...shown, isInStock: !showStock(child.quantity, settings.stockInfoStatus).isOutOfStock }
}

/** Products of the same brand and category, then others of the same category. */
async function findRelated({ labels, find }: Finder, detail: DetailRow, view: View): Promise<number[]> {
  const category = ordinalOf(labels.categories, detail.category_id)
  if (category === 0) return []
  const ownId = detail.parent?.id ?? detail.id
  const brand = ordinalOf(labels.brands, detail.brand_id)
  const found = new Set<number>()
  for (const brands of brand === 0 ? [[]] : [[brand], []]) {
    const filter = { ...noFilter, categories: [category], brands, inStockOnly: view.showNotInStocks === '0' }
    const { ids } = await find({ filter, prices: priceTermsOf(view), offset: 0, limit: maxRelated + 1 })
    for (const id of ids) if (id !== ownId && found.size < maxRelated) found.add(id)
    if (found.size === maxRelated) break
  }
  return [...found]
}

function addressOf({ id, seo, ozelkod2, is_code_taken }: AddressRow): string {
  return productPath({ id, seo, ozelkod2: is_code_taken ? null : ozelkod2 })
}
