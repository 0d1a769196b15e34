import type { Product, Unit } from '#contract/shop/product.ts'
import type { PublicSettings } from '#contract/shop/settings.ts'

/** Barcode of the unit, or of the default unit. */
export function barcodeOf(product: Product, unit?: Unit): string | null {
  const { units, defaultUnit } = product
  return (unit ?? units.find(({ id }) => id === defaultUnit) ?? units[0])?.barcode ?? null
}

/**
 * The product's code as the store shows it: stock code or barcode (stockNumberType); the stock code if there is no
 * barcode.
 */
export function shownCodeOf(product: Product, settings: Pick<PublicSettings, 'stockNumberType'>, unit?: Unit): string {
  return settings.stockNumberType === 'Barcode' ? (barcodeOf(product, unit) ?? product.code) : product.code
}

/**
 * The special code in a list or on the product page: '' for a product without one; null if the settings hide it there.
 */
export function specialCodeOf(
  product: Product,
  settings: Pick<PublicSettings, 'b2b_urun_detay_ozel_kod' | 'b2b_urun_detay_ozel_kod_gosterim'>,
  place: 'list' | 'product',
): string | null {
  const field = settings.b2b_urun_detay_ozel_kod
  if (field === '' || (place === 'list' && settings.b2b_urun_detay_ozel_kod_gosterim !== '1')) return null
  return product[field] ?? ''
}
