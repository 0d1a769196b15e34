import type { ProductDetail } from '#contract/shop/product.ts'
import { isTradeNumber } from '#domain/text/barcode.ts'
import { type PriceView, shownPrice } from '#domain/pricing/price.ts'

type DataOptions = {
  /** Origin of the shop, for absolute addresses. */
  publicUrl: string
  view: PriceView
  seesStock: boolean
  stockInfoStatus: number
}

export type DescribedProduct = Pick<
  ProductDetail,
  | 'name'
  | 'code'
  | 'url'
  | 'image'
  | 'images'
  | 'brand'
  | 'model'
  | 'units'
  | 'defaultUnit'
  | 'breadcrumbs'
  | 'metaDescription'
  | 'salePrice'
  | 'taxRate'
  | 'isFromPrice'
  | 'variantProducts'
  | 'isOutOfStock'
>

/** A product as schema.org data, without price and availability if the visitor may not see them. */
export function productData(product: DescribedProduct, options: DataOptions): object {
  const { publicUrl } = options
  const images = product.images.length > 0 ? product.images : product.image === null ? [] : [product.image]
  const barcode = product.units.find(({ id }) => id === product.defaultUnit)?.barcode ?? ''
  return {
    '@type': 'Product',
    name: product.name,
    sku: product.code,
    ...(isTradeNumber(barcode) && { gtin: barcode }),
    url: publicUrl + product.url,
    ...(images.length > 0 && { image: images.map((path) => publicUrl + path) }),
    ...(product.brand !== null && { brand: { '@type': 'Brand', name: product.brand.name } }),
    ...(product.model !== null && { model: product.model.name }),
    ...(product.breadcrumbs.length > 0 && { category: product.breadcrumbs.map(({ name }) => name).join(' > ') }),
    ...(product.metaDescription !== null && { description: product.metaDescription }),
    ...offersOf(product, options),
  }
}

/** A parent has the lowest price of its variants. */
function offersOf(product: DescribedProduct, { publicUrl, view, ...options }: DataOptions): object {
  if (product.salePrice === undefined) return {}
  const price = shownPrice(product.salePrice, view, { taxRate: product.taxRate })
  if (!price.greaterThan(0)) return {}
  const amount = price.toFixed(2)
  return {
    offers: {
      ...(product.isFromPrice
        ? { '@type': 'AggregateOffer', lowPrice: amount, offerCount: product.variantProducts.length }
        : { '@type': 'Offer', price: amount }),
      priceCurrency: view.currency,
      url: publicUrl + product.url,
      ...availabilityOf(product, options),
    },
  }
}

function availabilityOf(
  { isOutOfStock }: DescribedProduct,
  { seesStock, stockInfoStatus }: Pick<DataOptions, 'seesStock' | 'stockInfoStatus'>,
): object {
  if (!seesStock || stockInfoStatus === 1) return {}
  return { availability: `https://schema.org/${isOutOfStock ? 'OutOfStock' : 'InStock'}` }
}
