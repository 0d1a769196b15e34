import { picturesMax, type ProductValues } from '#contract/admin/products.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { formatQuantity } from '#domain/text/format.ts'
import { readFigure } from '#domain/pricing/price-text.ts'
import { fold, slugify } from '#domain/text/text.ts'
import { cleanDescription } from '#server/platform/clean-html.ts'
import { readUnits } from './parse-units.ts'

export type ReadTerms = {
  /** As it is; null for a new one. */
  now: ProductValues | null
  /** Names of the parent's dimensions; null for what is no variant. */
  parentNames: readonly string[] | null
  /** How many variants it has. */
  children: number
  currencies: ReadonlySet<string>
  priceLists: ReadonlySet<number>
}

export type ReportProblem = (field: string, problem: string, facts?: Record<string, string | number>) => void

/** Problems of typed fields, gathered so that all are told at once; the first one of a field counts. */
export function createProblems() {
  const fields: NonNullable<Refusal['fields']> = {}
  const tell: ReportProblem = (field, problem, facts) => {
    fields[field] ??= { text: `productForm.problems.${problem}`, ...(facts && { facts }) }
  }
  const refusal = (): Refusal | null =>
    Object.keys(fields).length === 0 ? null : { ...refuse('validation_failed'), fields }
  return { tell, refusal }
}

const lengths = {
  ...{ code: 100, name: 250, equivalentCode: 500, ozelkod: 500, ozelkod2: 200, ozelkod3: 500, ozelkod4: 500 },
  ...{ ozelkod5: 500, metaTitle: 500, metaDescription: 2000, metaKeywords: 2000, model: 500 },
} as const
type PlainText = keyof typeof lengths

/** Typed values as the form would show them; what is wrong with a field is told. */
export function readProduct(typed: ProductValues, terms: ReadTerms, tell: ReportProblem): ProductValues {
  const { now, parentNames } = terms
  const line = (text: string) => text.replaceAll('\0', '').replace(/\s+/g, ' ').trim()
  const text = (field: PlainText, isNeeded = false): string => {
    const value = line(typed[field])
    if (isNeeded && value === '') tell(field, 'required')
    if (Array.from(value).length > lengths[field] && value !== now?.[field])
      tell(field, 'tooLong', { most: lengths[field] })
    return value
  }
  const name = text('name', true)
  return {
    ...{ code: text('code', true), name, seo: readSeo(typed.seo, name, now), isActive: typed.isActive },
    ...{ brand: line(typed.brand), model: text('model'), category: line(typed.category) },
    taxRate: readTaxRate(line(typed.taxRate), tell),
    equivalentCode: text('equivalentCode'),
    ...{ ozelkod: text('ozelkod'), ozelkod2: text('ozelkod2'), ozelkod3: text('ozelkod3') },
    ...{ ozelkod4: text('ozelkod4'), ozelkod5: text('ozelkod5') },
    description: readDescription(typed.description, now),
    attributes: readAttributes(typed.attributes, { line, now, tell }),
    ...{ metaTitle: text('metaTitle'), metaDescription: text('metaDescription'), metaKeywords: text('metaKeywords') },
    variantNames: readVariantNames(typed.variantNames.map(line), terms, tell),
    variantValues: readVariantValues(typed.variantValues.map(line), parentNames, tell),
    images: readImages(typed.images, now, tell),
    units: readUnits(typed.units, terms, tell),
  }
}

/** An address that the product has already stays as it is. */
function readSeo(typed: string, name: string, now: ProductValues | null): string {
  const seo = typed.replaceAll('\0', '').trim()
  return seo !== '' && seo === now?.seo ? seo : slugify(seo || name)
}

function readDescription(typed: string, now: ProductValues | null): string {
  return typed === now?.description ? typed : cleanDescription(typed.replaceAll('\0', '')).html
}

function readTaxRate(typed: string, tell: ReportProblem): string {
  if (typed === '') return ''
  const rate = readFigure(typed.replace(/^%\s*|\s*%$/g, ''), 2)
  // 0.2 was meant as 20 percent.
  if (rate === null || rate.greaterThan(100) || (rate.greaterThan(0) && rate.lessThan(1))) {
    tell('taxRate', 'taxRate')
    return typed
  }
  return formatQuantity(rate.toFixed())
}

type Attributes = ProductValues['attributes']
type AttributeTerms = { line(text: string): string; now: ProductValues | null; tell: ReportProblem }

function readAttributes(typed: Attributes, { line, now, tell }: AttributeTerms): Attributes {
  const rows = typed.map(({ name, value }) => ({ name: line(name), value: line(value) }))
  for (const [at, { name, value }] of rows.entries()) {
    if (name === '' && value !== '') tell(`attributes.${at}.name`, 'required')
    if (name.length > 100) tell(`attributes.${at}.name`, 'tooLong', { most: 100 })
    const isOld = now?.attributes.some((attribute) => attribute.value === value) === true
    if (value.length > 1000 && !isOld) tell(`attributes.${at}.value`, 'tooLong', { most: 1000 })
  }
  return rows.filter(({ name, value }) => name !== '' || value !== '')
}

function readVariantNames(typed: string[], { now, parentNames, children }: ReadTerms, tell: ReportProblem): string[] {
  const names = typed.filter((name) => name !== '')
  if (parentNames !== null) {
    if (names.length > 0) tell('variantNames', 'variantOfVariant')
    return []
  }
  if (new Set(names.map(fold)).size < names.length) tell('variantNames', 'variantNameTwice')
  if (names.some((name) => name.length > 100)) tell('variantNames', 'tooLong', { most: 100 })
  // Each variant has a value for each name.
  const known = now?.variantNames.length ?? 0
  if (children > 0 && names.length !== known) tell('variantNames', 'variantNamesKept', { count: known })
  return names
}

function readVariantValues(typed: string[], parentNames: readonly string[] | null, tell: ReportProblem): string[] {
  if (parentNames === null) return []
  for (const [at] of parentNames.entries()) {
    const value = typed[at] ?? ''
    if (value === '') tell(`variantValues.${at}`, 'required')
    if (value.length > 100) tell(`variantValues.${at}`, 'tooLong', { most: 100 })
  }
  return typed.slice(0, parentNames.length)
}

/** Only pictures that the product has, and those that were sent for it, whose names nobody can guess. */
function readImages(typed: string[], now: ProductValues | null, tell: ReportProblem): string[] {
  const images = [...new Set(typed)]
  const isOwn = (image: string) => /^uploads\/[0-9a-f]{32}\.webp$/.test(image) || now?.images.includes(image) === true
  if (images.some((image) => !isOwn(image))) tell('images', 'imageGone')
  if (images.length > picturesMax && images.length > (now?.images.length ?? 0))
    tell('images', 'tooManyImages', { most: picturesMax })
  return images
}
