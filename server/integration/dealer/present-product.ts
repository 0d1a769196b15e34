import type { Reply } from '#contract/core/endpoint.ts'
import type { getDealerProduct } from '#contract/integration/dealer-api.ts'
import type { Money } from '#contract/core/money.ts'
import { decimal } from '#domain/money/money.ts'
import type { BatchProduct } from '#server/catalog/catalog.ts'

/** A product with the prices that the dealer's screen shows: the charged one, and the list price. */
export function presentDealerProduct(
  { product, description, images, parentCode, variantNames, variantValues }: BatchProduct,
  publicUrl: string,
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
    taxRate: String(product.taxRate),
    stock: String(product.quantity ?? product.moreThan ?? (product.isOutOfStock ? 0 : 1)),
    isInStock: !product.isOutOfStock,
    units: product.units.map(({ id, value, multiplier, barcode, defaultPrice, cartPrice, listPrice }) => ({
      name: value,
      multiplier: String(multiplier),
      isDefault: id === product.defaultUnit,
      barcode,
      ...(defaultPrice !== undefined && { price: amountOf(cartPrice ?? defaultPrice), listPrice: amountOf(listPrice) }),
    })),
  }
}

/** With two to four decimals. A price of 0 is one on request. */
function amountOf(price: Money | undefined): { value: string; currency: string } | null {
  const value = decimal(price?.value ?? 0)
  if (price === undefined || value.isZero()) return null
  return { value: value.toFixed(Math.max(2, value.decimalPlaces())), currency: price.currency }
}
