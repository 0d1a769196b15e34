import type { Reply } from '#contract/core/endpoint.ts'
import type { getDealerProduct, listDealerPrices, listDealerStock } from '#contract/integration/dealer-catalog.ts'
import type { Money } from '#contract/core/money.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { decimal } from '#domain/money/money.ts'
import type { AttributeLine, BatchProduct } from '#server/catalog/catalog.ts'

/** What the key may read of a product. */
export type Shown = { hasPrices: boolean; hasStock: boolean }

/** A product with what the dealer's screen shows of it. */
export function presentDealerProduct(
  { product, description, images, parentCode, variantNames, variantValues }: BatchProduct,
  publicUrl: string,
  { hasPrices, hasStock }: Shown,
  attributes: readonly AttributeLine[],
): Reply<typeof getDealerProduct> {
  return {
    code: product.code,
    parentCode,
    name: product.name,
    brand: product.brand?.name ?? null,
    description,
    images: images.map((image) => publicUrl + image),
    url: publicUrl + product.url,
    variant: variantValues.map((value, at) => ({ name: variantNames[at] ?? '', value })),
    attributes: attributes.map(({ key, name, value, number, unit }) => ({
      key,
      name,
      value,
      number: number === null ? null : decimal(number).toFixed(),
      unit,
    })),
    taxRate: String(product.taxRate),
    ...(hasStock && stockOf(product)),
    units: product.units.map((unit) => ({
      ...headOf(unit, product),
      barcode: unit.barcode,
      ...(hasPrices && pricesOf(unit)),
    })),
  }
}

export const presentDealerPrices = ({ product }: BatchProduct): Reply<typeof listDealerPrices>['items'][number] => ({
  code: product.code,
  taxRate: String(product.taxRate),
  units: product.units.map((unit) => ({ ...headOf(unit, product), ...pricesOf(unit) })),
})

export const presentDealerStock = ({ product }: BatchProduct): Reply<typeof listDealerStock>['items'][number] => ({
  code: product.code,
  ...stockOf(product),
})

/** The least that the screen tells: the figure, the cap, or only that there is some. */
const stockOf = ({ quantity, moreThan, isOutOfStock }: Product) => ({
  stock: String(quantity ?? moreThan ?? (isOutOfStock ? 0 : 1)),
  isInStock: !isOutOfStock,
})

const headOf = ({ id, value, multiplier }: Unit, { defaultUnit }: Product) => ({
  name: value,
  multiplier: String(multiplier),
  isDefault: id === defaultUnit,
})

/** The charged price and the list price; nothing where the shop hides prices. */
const pricesOf = ({ defaultPrice, cartPrice, listPrice }: Unit) =>
  defaultPrice === undefined ? {} : { price: amountOf(cartPrice ?? defaultPrice), listPrice: amountOf(listPrice) }

/** With two to four decimals. A price of 0 is one on request. */
function amountOf(price: Money | undefined): { value: string; currency: string } | null {
  const value = decimal(price?.value ?? 0)
  if (price === undefined || value.isZero()) return null
  return { value: value.toFixed(Math.max(2, value.decimalPlaces())), currency: price.currency }
}
