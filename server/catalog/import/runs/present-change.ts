import type { ImportChange } from '#contract/admin/imports/import-lists.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { formatsOf, priceDecimals } from '#domain/text/format.ts'
import { decimal } from '#domain/money/money.ts'
import { translate } from '#server/platform/http/words.ts'
import type { ChangeRow, ProductState } from './queries.ts'

/** Fields of a product in display order. The default unit is shown with the units. */
const productFields = [
  'code',
  'name',
  'brand_id',
  'model_id',
  'category_id',
  'tax_rate',
  'is_active',
  'images',
  'description',
  'attributes',
  'parent_id',
  'variant_names',
  'variant_values',
  'equivalent_code',
  'ozelkod',
  'ozelkod2',
  'ozelkod3',
  'ozelkod4',
  'ozelkod5',
  'seo',
  'meta_title',
  'meta_description',
  'meta_keywords',
  'external_key',
] as const
const maxTextLength = 300

type Difference = ImportChange['differences'][number]
type JsonValues = Record<string, unknown>

/** Presents a change for the screen: the changed values, or a summary of a new product. */
export function presentChange(row: ChangeRow, locale: Locale): ImportChange {
  const { product_id: productId, code, name, is_new: isNew } = row
  const shown = { productId, code, name, isNew }
  if (isNew) return { ...shown, differences: [], added: presentAdded(row.after, locale) }
  return { ...shown, differences: differencesOf(row, locale), added: null }
}

function presentAdded({ product, names, units, prices, stock }: ProductState, locale: Locale): ImportChange['added'] {
  const unit = String(product.default_unit_id)
  const key = Object.keys(prices).find((each) => each.startsWith(`${unit}:`))
  const price = key === undefined ? undefined : prices[key]
  const held = Object.values(stock)
  return {
    isOnSale: product.is_active !== false,
    brand: formatValue(names.brand_id, locale),
    unit: formatValue(units[unit]?.name, locale),
    // A price of 0 is none: the product is on inquiry.
    price: Number(price?.['sale_value']) === 0 ? null : formatPrice(price, 'sale', locale),
    stock:
      held.length === 0
        ? null
        : formatValue(held.reduce((all, { quantity }) => all.plus(quantity), decimal(0)).toNumber(), locale),
  }
}

/** Returns the changed values in the reader's language. */
export function differencesOf({ before, after }: ChangeRow, locale: Locale): Difference[] {
  return [
    ...productDifferences(before, after, locale),
    ...partDifferences(before, after, locale),
    ...stockDifferences(before, after, locale),
  ]
}

function productDifferences(before: ProductState | null, after: ProductState, locale: Locale): Difference[] {
  return productFields.flatMap((field) => {
    const old = valueOf(before, field)
    const fresh = valueOf(after, field)
    return difference(fieldLabel(locale, field), formatValue(old, locale), formatValue(fresh, locale))
  })
}

function valueOf(state: ProductState | null, field: string): unknown {
  return state === null ? null : field.endsWith('_id') ? state.names[field] : state.product[field]
}

/** Compares the units, and the prices of each unit in each list. */
function partDifferences(before: ProductState | null, after: ProductState, locale: Locale): Difference[] {
  const units = keysOf(before?.units, after.units).flatMap((id) => {
    const [old, fresh] = [before?.units[id], after.units[id]]
    const unit = String((fresh ?? old)?.name)
    return (['name', 'multiplier', 'barcode'] as const).flatMap((field) =>
      difference(
        `${unit} · ${fieldLabel(locale, `unit_${field}`)}`,
        formatValue(old?.[field], locale),
        formatValue(fresh?.[field], locale),
      ),
    )
  })
  const prices = keysOf(before?.prices, after.prices).flatMap((key) => {
    const [old, fresh] = [before?.prices[key], after.prices[key]]
    const unit = (after.units[key.split(':')[0] ?? ''] ?? before?.units[key.split(':')[0] ?? ''])?.name
    const title = `${String(unit)} · ${String((fresh ?? old)?.list)}`
    return ['sale', 'list', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5'].flatMap((price) =>
      difference(
        `${title} · ${fieldLabel(locale, price)}`,
        formatPrice(old, price, locale),
        formatPrice(fresh, price, locale),
      ),
    )
  })
  return [...units, ...prices]
}

function stockDifferences(before: ProductState | null, after: ProductState, locale: Locale): Difference[] {
  return keysOf(before?.stock, after.stock).flatMap((id) => {
    const [old, fresh] = [before?.stock[id], after.stock[id]]
    const title = `${fieldLabel(locale, 'stock')} · ${(fresh ?? old)?.warehouse ?? ''}`
    return difference(title, formatValue(old?.quantity, locale), formatValue(fresh?.quantity, locale))
  })
}

const keysOf = (before: object | undefined, after: object): string[] => [
  ...new Set([...Object.keys(before ?? {}), ...Object.keys(after)]),
]

const difference = (field: string, old: string | null, fresh: string | null): Difference[] =>
  old === fresh ? [] : [{ field, old, new: fresh }]

export const fieldLabel = (locale: Locale, field: string): string => translate(locale, `import.fields.${field}`)

/** Formats a price like the shop, with all stored decimals. */
function formatPrice(values: JsonValues | undefined, price: string, locale: Locale): string | null {
  const value = values?.[`${price}_value`]
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const amount = decimal(value)
  return formatsOf(locale).formatMoney(amount, String(values?.[`${price}_currency`]), priceDecimals(amount))
}

function formatValue(value: unknown, locale: Locale): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return formatsOf(locale).formatQuantity(value)
  if (typeof value === 'boolean') return translate(locale, value ? 'import.fields.yes' : 'import.fields.no')
  if (Array.isArray(value)) {
    const parts = value.map((part) => (Array.isArray(part) ? part.map(String).join(': ') : String(part)))
    return parts.length === 0 ? null : cut(parts.join(', '))
  }
  return cut(typeof value === 'string' ? value : JSON.stringify(value))
}

const cut = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1).toWellFormed()}…` : text
