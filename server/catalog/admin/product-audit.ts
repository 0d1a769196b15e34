import type { ProductValues } from '#contract/admin/products.ts'
import { type AuditValues, differenceOf } from '#server/audit/audit.ts'

/** Of a text, as much as tells what it was. */
const textKept = 500

/** What people call the things that a product's values name by their ids. */
export type ProductNames = { lists: ReadonlyMap<number, string>; categories: ReadonlyMap<string, string> }
type Change = { before: AuditValues; after: AuditValues }

/** What the audit log keeps of a product: what it has, units and prices each as one text. */
export function auditedProduct(values: ProductValues, names: ProductNames): AuditValues {
  const prices = pricesOf(values, names)
  return {
    ...withoutEmpty(shortTexts(plainOf(values, names))),
    ...(Object.keys(prices).length > 0 && { prices }),
  }
}

/** The values that differ, prices one by one; null where none does. */
export function productDifference(before: ProductValues, after: ProductValues, names: ProductNames): Change | null {
  const plain = differenceOf(plainOf(before, names), plainOf(after, names))
  const prices = priceDifference(pricesOf(before, names), pricesOf(after, names))
  if (plain === null && prices === null) return null
  return {
    before: { ...shortTexts(plain?.before), ...(prices && { prices: prices.before }) },
    after: { ...shortTexts(plain?.after), ...(prices && { prices: prices.after }) },
  }
}

function plainOf({ attributes, units, category, ...rest }: ProductValues, { categories }: ProductNames): AuditValues {
  return {
    ...{ ...rest, category: categories.get(category) ?? category },
    ...{ attributes: attributes.map(({ name, value }) => `${name}: ${value}`), units: units.map(sayUnit) },
  }
}

const shortened = (text: string) => (text.length > textKept ? `${text.slice(0, textKept)}…` : text)

const shortTexts = (values: AuditValues = {}): AuditValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? shortened(value) : value]),
  )

const withoutEmpty = (values: AuditValues): AuditValues =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  )

const sayUnit = ({ name, multiplier, barcode, isDefault }: ProductValues['units'][number]) =>
  [`${name} × ${multiplier}`, ...(barcode === '' ? [] : [barcode]), ...(isDefault ? ['✓'] : [])].join(' · ')

const priceNames = ['sale', 'listPrice', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5']
type Prices = Record<string, AuditValues>

/** `KOLİ · STANDART`: by unit and price list. */
function pricesOf({ units }: ProductValues, { lists }: ProductNames): Prices {
  const entries = units.flatMap(({ name, prices }) =>
    prices.map(({ list, sale, listPrice, plans }) => {
      const amounts = [sale, listPrice, ...plans].map(({ value, currency }, at) => [
        priceNames[at],
        value === '' ? '' : `${value} ${currency}`,
      ])
      return [`${name} · ${lists.get(list) ?? list}`, withoutEmpty(Object.fromEntries(amounts) as AuditValues)]
    }),
  )
  return Object.fromEntries(entries) as Prices
}

function priceDifference(before: Prices, after: Prices): Change | null {
  const places = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changes = places.flatMap((place) => {
    const change = differenceOf(before[place] ?? {}, after[place] ?? {})
    return change === null ? [] : [{ place, ...change }]
  })
  if (changes.length === 0) return null
  return {
    before: Object.fromEntries(changes.map((change) => [change.place, change.before])),
    after: Object.fromEntries(changes.map((change) => [change.place, change.after])),
  }
}
