import type { ProductValues } from '#contract/admin/products.ts'
import { type AuditValues, differenceOf } from '#server/audit/audit.ts'

/** Longer texts are truncated: this much identifies them. */
const maxTextLength = 500

/** Display names of the price lists and categories that product values reference by id. */
export type ProductNames = { lists: ReadonlyMap<number, string>; categories: ReadonlyMap<string, string> }
type Change = { before: AuditValues; after: AuditValues }

/** The values of a new product for the audit log, with each unit and price as one text. */
export function auditedProduct(values: ProductValues, names: ProductNames): AuditValues {
  const prices = pricesByUnitAndList(values, names)
  return {
    ...withoutEmpty(truncateTexts(plainValues(values, names))),
    ...(Object.keys(prices).length > 0 && { prices }),
  }
}

/** The values that differ, with prices compared one by one; null when nothing differs. */
export function productDifference(before: ProductValues, after: ProductValues, names: ProductNames): Change | null {
  const plain = differenceOf(plainValues(before, names), plainValues(after, names))
  const prices = priceDifference(pricesByUnitAndList(before, names), pricesByUnitAndList(after, names))
  if (plain === null && prices === null) return null
  return {
    before: { ...truncateTexts(plain?.before), ...(prices && { prices: prices.before }) },
    after: { ...truncateTexts(plain?.after), ...(prices && { prices: prices.after }) },
  }
}

function plainValues(
  { attributes, units, category, ...rest }: ProductValues,
  { categories }: ProductNames,
): AuditValues {
  return {
    ...rest,
    category: categories.get(category) ?? category,
    attributes: attributes.map(({ name, value }) => `${name}: ${value}`),
    units: units.map(describeUnit),
  }
}

const truncate = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text)

const truncateTexts = (values: AuditValues = {}): AuditValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? truncate(value) : value]),
  )

const withoutEmpty = (values: AuditValues): AuditValues =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  )

const describeUnit = ({ name, multiplier, barcode, isDefault }: ProductValues['units'][number]) =>
  [`${name} × ${multiplier}`, ...(barcode === '' ? [] : [barcode]), ...(isDefault ? ['✓'] : [])].join(' · ')

const priceNames = ['sale', 'listPrice', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5']
type Prices = Record<string, AuditValues>

/** The key is unit and price list: `KOLİ · STANDART`. */
function pricesByUnitAndList({ units }: ProductValues, { lists }: ProductNames): Prices {
  const entries = units.flatMap(({ name, prices }) =>
    prices.map(({ list, sale, listPrice, plans }) => {
      const amounts = [sale, listPrice, ...plans].map(({ value, currency }, index) => [
        priceNames[index],
        value === '' ? '' : `${value} ${currency}`,
      ])
      return [`${name} · ${lists.get(list) ?? list}`, withoutEmpty(Object.fromEntries(amounts) as AuditValues)]
    }),
  )
  return Object.fromEntries(entries) as Prices
}

function priceDifference(before: Prices, after: Prices): Change | null {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changes = keys.flatMap((key) => {
    const change = differenceOf(before[key] ?? {}, after[key] ?? {})
    return change === null ? [] : [{ key, ...change }]
  })
  if (changes.length === 0) return null
  return {
    before: Object.fromEntries(changes.map((change) => [change.key, change.before])),
    after: Object.fromEntries(changes.map((change) => [change.key, change.after])),
  }
}
