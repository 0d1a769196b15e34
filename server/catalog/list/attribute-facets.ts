import type { Facets } from '#contract/shop/catalog.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { measureText, unitText } from '#domain/text/measure.ts'
import { attributeName, valueText } from '#server/catalog/attributes/attribute-text.ts'
import { type CatalogIndex, countAttributeValues } from '#server/catalog/index/catalog-index.ts'
import { ancestorsOf } from '#server/catalog/index/category-tree.ts'
import { type Filter, withoutAttribute } from '#server/catalog/index/filter.ts'
import { ordinalOf } from '#server/catalog/index/label-table.ts'
import type { AttributeRow, Labels } from '#server/catalog/index/labels.ts'
import { matchFilter } from '#server/catalog/index/match.ts'
import { isWithin, type NumberRange, parseNumberRange, valueToken } from './attribute-filters.ts'
import type { ListQuery } from './list-query.ts'

const maxAttributes = 12
const maxValues = 60
/** Numbers with at least as many different values are also filtered by a range. */
const rangeFrom = 5
/** The part of the listed products that must have an attribute for it to be offered where no category says that it applies. */
const minShare = 0.1

type AttributeFacet = NonNullable<Facets['attributes']>[number]

/**
 * The attributes of a list that is narrowed to something: those of its categories, and those that many of its products have.
 * Attributes with one value are left out, since they narrow nothing; selected ones always stay.
 */
export function presentAttributes(
  index: CatalogIndex,
  filter: Filter,
  query: ListQuery,
  locale: Locale,
): Pick<Facets, 'attributes'> {
  const { attributes } = index.labels
  const isNarrowed =
    filter.placeCategory !== undefined ||
    filter.placeBrand !== undefined ||
    filter.text !== '' ||
    filter.attributes !== undefined ||
    filter.categories.length + filter.brands.length > 0
  if (!isNarrowed) return {}
  const found = [...attributes.rows.entries()]
    .flatMap(([attribute, row]) => (row === undefined ? [] : { attribute, row }))
    .toSorted((a, b) => a.row.shown - b.row.shown)
    .flatMap(({ attribute, row }) => presentAttribute({ index, filter, query, locale }, attribute, row))
  const chosen = new Set(found.filter(({ values }) => values.some(({ selected }) => selected)))
  const room = Math.max(0, maxAttributes - chosen.size)
  const others = new Set(found.filter((facet) => !chosen.has(facet)).slice(0, room))
  const shown = found.filter((facet) => chosen.has(facet) || others.has(facet))
  return shown.length === 0 ? {} : { attributes: shown }
}

type Presenting = { index: CatalogIndex; filter: Filter; query: ListQuery; locale: Locale }

function presentAttribute(presenting: Presenting, attribute: number, row: AttributeRow): AttributeFacet[] {
  const { index, filter, query, locale } = presenting
  const { labels } = index
  const tokens = new Set(query.attributes.get(row.key))
  const isChosen = filter.attributes?.some((chosen) => chosen.attribute === attribute) === true
  if (!isChosen && !appliesTo(labels, row, filter)) return []
  const counts = countAttributeValues(index, filter, attribute)
  const counted = (labels.valuesOf[attribute] ?? []).flatMap((ordinal) => {
    const value = labels.values.rows[ordinal]
    return value === undefined ? [] : { value, token: valueToken(value), count: counts[ordinal]! }
  })
  const present = counted.filter(({ count }) => count > 0)
  if (!isChosen) {
    const total = present.reduce((sum, { count }) => sum + count, 0)
    if (present.length < 2) return []
    if (row.category_id === null && total < minShare * matchFilter(index, filter).count) return []
  }
  const most = new Set(present.toSorted((a, b) => b.count - a.count).slice(0, maxValues))
  const values = counted
    .filter((entry) => most.has(entry) || tokens.has(entry.token))
    .map(({ value, token, count }) => ({
      value: token,
      name: valueText(row, value, locale),
      count,
      selected: tokens.has(token),
    }))
  const numbers = row.type === 'number' ? present.flatMap(({ value: { number } }) => number ?? []) : []
  const [min, max] = [numbers[0], numbers.at(-1)]
  const hasRange = numbers.length >= rangeFrom && min !== undefined && max !== undefined
  return [
    {
      key: row.key,
      name: attributeName(row, locale),
      values: [...chosenRanges(presenting, attribute, row), ...values],
      ...(hasRange && { range: { min, max, unit: unitText(row.unit, locale) } }),
    },
  ]
}

/** An attribute of a category is offered in it and below, not in lists of several categories. */
function appliesTo({ tree, categories }: Labels, { category_id }: AttributeRow, filter: Filter): boolean {
  if (category_id === null) return true
  const own = ordinalOf(categories, category_id)
  const chosen = filter.placeCategory === undefined ? filter.categories : [filter.placeCategory]
  return chosen.length > 0 && chosen.every((category) => category === own || ancestorsOf(tree, category).includes(own))
}

/** The selected ranges of an attribute, each with the exact number of products in it. */
function chosenRanges(
  { index, filter, query, locale }: Presenting,
  attribute: number,
  row: AttributeRow,
): AttributeFacet['values'] {
  const { values, valuesOf } = index.labels
  return (query.attributes.get(row.key) ?? []).flatMap((token) => {
    const range = parseNumberRange(token)
    if (range === null || row.type !== 'number') return []
    const within = (valuesOf[attribute] ?? []).filter((ordinal) =>
      isWithin(range, values.rows[ordinal]?.number ?? null),
    )
    const others = withoutAttribute(filter, attribute)
    const only = { ...others, attributes: [...(others.attributes ?? []), { attribute, values: within }] }
    const count = within.length === 0 ? 0 : matchFilter(index, only).count
    return { value: token, name: rangeText(range, row.unit, locale), count, selected: true }
  })
}

function rangeText({ min, max }: NumberRange, unit: string, locale: Locale): string {
  const text = (number: number) => measureText(number, unit, locale)
  if (min === null) return `≤ ${text(max ?? 0)}`
  return max === null ? `≥ ${text(min)}` : `${text(min)} – ${text(max)}`
}
