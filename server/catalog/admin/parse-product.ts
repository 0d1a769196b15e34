import { picturesMax, type ProductValues } from '#contract/admin/products.ts'
import { formFormats } from '#domain/text/format.ts'
import { readFigure } from '#domain/pricing/price-text.ts'
import { fold, slugify } from '#domain/text/text.ts'
import { cleanDescription } from '#server/platform/clean-html.ts'
import type { ParseContext, ReportProblem } from './form-problems.ts'
import { parseUnits } from './parse-units.ts'

const maxLengths = {
  code: 100,
  name: 250,
  equivalentCode: 500,
  ozelkod: 500,
  ozelkod2: 200,
  ozelkod3: 500,
  ozelkod4: 500,
  ozelkod5: 500,
  metaTitle: 500,
  metaDescription: 2000,
  metaKeywords: 2000,
  model: 500,
} as const
type TextField = keyof typeof maxLengths

/** Parses submitted values into the form's own notation and reports the problems of each field. */
export function parseProduct(typed: ProductValues, context: ParseContext, report: ReportProblem): ProductValues {
  const { current, parentNames } = context
  const singleLine = (text: string) => text.replaceAll('\0', '').replace(/\s+/g, ' ').trim()
  const text = (field: TextField, isRequired = false): string => {
    const value = singleLine(typed[field])
    if (isRequired && value === '') report(field, 'required')
    if (Array.from(value).length > maxLengths[field] && value !== current?.[field])
      report(field, 'tooLong', { most: maxLengths[field] })
    return value
  }
  const name = text('name', true)
  return {
    code: text('code', true),
    name,
    seo: parseSeo(typed.seo, name, current),
    isActive: typed.isActive,
    brand: singleLine(typed.brand),
    model: text('model'),
    category: singleLine(typed.category),
    taxRate: parseTaxRate(singleLine(typed.taxRate), report),
    equivalentCode: text('equivalentCode'),
    ozelkod: text('ozelkod'),
    ozelkod2: text('ozelkod2'),
    ozelkod3: text('ozelkod3'),
    ozelkod4: text('ozelkod4'),
    ozelkod5: text('ozelkod5'),
    description: parseDescription(typed.description, current),
    attributes: parseAttributes(typed.attributes, { singleLine, current, report }),
    metaTitle: text('metaTitle'),
    metaDescription: text('metaDescription'),
    metaKeywords: text('metaKeywords'),
    variantNames: parseVariantNames(typed.variantNames.map(singleLine), context, report),
    variantValues: parseVariantValues(typed.variantValues.map(singleLine), parentNames, report),
    images: parseImages(typed.images, current, report),
    units: parseUnits(typed.units, context, report),
  }
}

/** An existing slug stays unchanged. */
function parseSeo(typed: string, name: string, current: ProductValues | null): string {
  const seo = typed.replaceAll('\0', '').trim()
  return seo !== '' && seo === current?.seo ? seo : slugify(seo || name)
}

function parseDescription(typed: string, current: ProductValues | null): string {
  return typed === current?.description ? typed : cleanDescription(typed.replaceAll('\0', '')).html
}

function parseTaxRate(typed: string, report: ReportProblem): string {
  if (typed === '') return ''
  const taxRate = readFigure(typed.replace(/^%\s*|\s*%$/g, ''), 2)
  // A value like 0.2 is probably meant as 20 percent.
  if (taxRate === null || taxRate.greaterThan(100) || (taxRate.greaterThan(0) && taxRate.lessThan(1))) {
    report('taxRate', 'taxRate')
    return typed
  }
  return formFormats.formatQuantity(taxRate.toFixed())
}

type Attributes = ProductValues['attributes']
type AttributeContext = { singleLine(text: string): string; current: ProductValues | null; report: ReportProblem }

function parseAttributes(typed: Attributes, { singleLine, current, report }: AttributeContext): Attributes {
  const rows = typed.map(({ name, value }) => ({ name: singleLine(name), value: singleLine(value) }))
  for (const [at, { name, value }] of rows.entries()) {
    if (name === '' && value !== '') report(`attributes.${at}.name`, 'required')
    if (name.length > 100) report(`attributes.${at}.name`, 'tooLong', { most: 100 })
    const isUnchanged = current?.attributes.some((attribute) => attribute.value === value) === true
    if (value.length > 1000 && !isUnchanged) report(`attributes.${at}.value`, 'tooLong', { most: 1000 })
  }
  // A name without a value, such as an attribute that was offered, says nothing.
  return rows.filter(
    ({ name, value }) =>
      value !== '' || current?.attributes.some((stored) => stored.name === name && stored.value === ''),
  )
}

function parseVariantNames(
  typed: string[],
  { current, parentNames, children }: ParseContext,
  report: ReportProblem,
): string[] {
  const names = typed.filter((name) => name !== '')
  if (parentNames !== null) {
    if (names.length > 0) report('variantNames', 'variantOfVariant')
    return []
  }
  if (new Set(names.map(fold)).size < names.length) report('variantNames', 'variantNameTwice')
  if (names.some((name) => name.length > 100)) report('variantNames', 'tooLong', { most: 100 })
  // Each variant has a value for every name, so the number of names is fixed.
  const nameCount = current?.variantNames.length ?? 0
  if (children > 0 && names.length !== nameCount) report('variantNames', 'variantNamesKept', { count: nameCount })
  return names
}

function parseVariantValues(typed: string[], parentNames: readonly string[] | null, report: ReportProblem): string[] {
  if (parentNames === null) return []
  for (const [at] of parentNames.entries()) {
    const value = typed[at] ?? ''
    if (value === '') report(`variantValues.${at}`, 'required')
    if (value.length > 100) report(`variantValues.${at}`, 'tooLong', { most: 100 })
  }
  return typed.slice(0, parentNames.length)
}

/** Accepts only the product's existing pictures and new uploads, whose names cannot be guessed. */
function parseImages(typed: string[], current: ProductValues | null, report: ReportProblem): string[] {
  const images = [...new Set(typed)]
  const isAllowed = (image: string) =>
    /^uploads\/[0-9a-f]{32}\.webp$/.test(image) || current?.images.includes(image) === true
  if (images.some((image) => !isAllowed(image))) report('images', 'imageGone')
  if (images.length > picturesMax && images.length > (current?.images.length ?? 0))
    report('images', 'tooManyImages', { most: picturesMax })
  return images
}
