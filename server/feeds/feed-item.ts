import type { FeedValues } from '#contract/shop/feeds.ts'
import type { Money } from '#contract/core/money.ts'
import type { Unit } from '#contract/shop/product.ts'
import type { FeedItem, FeedUnit } from '#domain/feeds/feed-fields.ts'
import { currencyCode, decimal, isConvertible } from '#domain/money/money.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import { raisedPrice } from '#domain/pricing/raise-price.ts'
import type { BatchProduct } from '#server/catalog/catalog.ts'
import type { View } from '#server/settings/settings.ts'

/** `percent` as a decimal with a point. */
export type FeedShape = Omit<FeedValues, 'name'>

export type ItemTerms = {
  shape: Pick<FeedShape, 'price' | 'percent' | 'rounding' | 'currency' | 'taxIncluded'>
  view: View
  /** Names of a category and of those above it, the root first. */
  pathOf(categoryId: number): readonly string[]
  /** Where the shop is open to the public, without a slash at the end. */
  publicUrl: string
}

/** A product as the feed tells it: what the dealer's screen shows, with the prices that the feed was made for. */
export function feedItem(batched: BatchProduct, terms: ItemTerms): FeedItem {
  const { product, description, images, parentCode, variantNames, variantValues } = batched
  const { view, shape } = terms
  const unit = product.units.find(({ id }) => id === product.defaultUnit) ?? product.units[0]
  const path = batched.categoryId === null ? [] : terms.pathOf(batched.categoryId)
  const urls = images.map((image) => terms.publicUrl + image)
  const price = (money: Money | undefined) => priceText(money, product.taxRate, terms)
  const ownPrice = (each: Unit) =>
    price(shape.price === 'list' ? each.listPrice : (each.cartPrice ?? each.defaultPrice))
  const variants = variantValues.map((value, at) => [variantNames[at] ?? '', value] as const)
  return {
    code: product.code,
    parentCode: parentCode ?? product.code,
    barcode: unit?.barcode ?? null,
    name: product.name,
    description,
    brand: product.brand?.name ?? null,
    model: product.model?.name ?? null,
    category: path.length === 0 ? null : path.join(' > '),
    category1: path[0] ?? null,
    category2: path[1] ?? null,
    category3: path[2] ?? null,
    categoryName: path.at(-1) ?? null,
    price: unit === undefined ? null : ownPrice(unit),
    // Most feeds do not have every price: it is calculated when it is read.
    get listPrice() {
      return price(unit?.listPrice)
    },
    currency: view.seesPrices ? shape.currency : null,
    taxRate: String(product.taxRate),
    taxIncluded: shape.taxIncluded,
    // The least that the screen tells: the figure, the cap, or only that there is some.
    stock: String(product.quantity ?? product.moreThan ?? (product.isOutOfStock ? 0 : 1)),
    isInStock: !product.isOutOfStock,
    unit: unit?.value ?? null,
    multiplier: unit === undefined ? null : String(unit.multiplier),
    get units() {
      return product.units.map((each): FeedUnit => {
        const { value, multiplier, barcode } = each
        return { unit: value, multiplier: String(multiplier), barcode, price: ownPrice(each) }
      })
    },
    image: urls[0] ?? null,
    images: urls,
    image2: urls[1] ?? null,
    image3: urls[2] ?? null,
    image4: urls[3] ?? null,
    url: terms.publicUrl + product.url,
    variant: variants.length === 0 ? null : variants.map(([name, value]) => `${name}: ${value}`).join(', '),
    variantName1: variants[0]?.[0] ?? null,
    variantValue1: variants[0]?.[1] ?? null,
    variantName2: variants[1]?.[0] ?? null,
    variantValue2: variants[1]?.[1] ?? null,
    variantName3: variants[2]?.[0] ?? null,
    variantValue3: variants[2]?.[1] ?? null,
    equivalentCode: product.equivalentCode,
    ...(product.varyantx === 0 && {
      options: variantNames.map((name, at) => ({ name, values: valuesAt(batched, at) })),
    }),
  }
}

const valuesAt = ({ childValues }: BatchProduct, at: number): string[] => [
  ...new Set(childValues.flatMap((values) => values[at] ?? [])),
]

/** A product that was in the feed before: out of stock, with nothing else. */
export const removedItem = (code: string): FeedItem => ({ code, stock: '0', isInStock: false, isRemoved: true })

/** Null: no price, a price on request, or one without an exchange rate. */
function priceText(money: Money | undefined, taxRate: number, { shape, view }: ItemTerms): string | null {
  if (money === undefined || decimal(money.value).isZero()) return null
  const { currency, taxIncluded, percent, rounding } = shape
  if (!isConvertible(money.currency, currency, view.rates)) return null
  const shown = shownPrice(
    money,
    { currency: currencyCode(currency), rates: view.rates, withTax: taxIncluded },
    { taxRate },
  )
  const price = raisedPrice(shown, percent, rounding)
  return price.isZero() ? null : price.toFixed(Math.max(2, price.decimalPlaces()))
}
