import { compareTurkish } from '#domain/text/text.ts'
import { type CategoryRow, type CategoryTree, buildCategoryTree } from './category-tree.ts'
import { createLabelTable, type LabelTable, ordinalOf, ordinalsBy } from './label-table.ts'

export type BrandRow = { id: number; code: string; name: string; slug: string }
export type ModelRow = { id: number; name: string; brand_id: number | null }
/** A technical attribute that lists are filtered by. */
export type AttributeRow = {
  id: number
  key: string
  name_tr: string
  /** '' = as in Turkish. */
  name_en: string
  type: 'text' | 'number' | 'yes_no' | 'list'
  unit: string
  /** Position among all attributes. */
  shown: number
  category_id: number | null
}
/** A value: a number (1 and 0 for yes and no), or a name. */
export type ValueRow = {
  id: number
  attribute_id: number
  number: number | null
  name: string | null
  name_en: string
  /** Place of a choice in its list. */
  position: number | null
}
export type LabelRows = {
  version: number
  brands: BrandRow[]
  models: ModelRow[]
  categories: CategoryRow[]
  attributes: AttributeRow[]
  values: ValueRow[]
}

/** Brands, models and categories of the whole catalog, with their slugs, and filterable attributes with their values. */
export type Labels = {
  version: number
  brands: LabelTable<BrandRow>
  models: LabelTable<ModelRow>
  categories: LabelTable<CategoryRow>
  attributes: LabelTable<AttributeRow>
  values: LabelTable<ValueRow>
  attributeByKey: Map<string, number>
  /** Ordinals of values by ordinal of their attribute, in the order in which they are shown. */
  valuesOf: readonly (readonly number[])[]
  tree: CategoryTree
  brandByCode: Map<string, number>
  brandBySlug: Map<string, number>
  categoryBySlug: Map<string, number>
  /** Rank in the Turkish alphabet by brand ordinal; products without a brand sort last. */
  brandRanks: Float64Array
}

/** The ordinals that rows already have. */
type Ordinals = Record<'brands' | 'models' | 'categories' | 'attributes' | 'values', { ordinals: Map<number, number> }>

export function createLabels(rows: LabelRows, previous?: Ordinals): Labels {
  const brands = createLabelTable(rows.brands, previous?.brands)
  const categories = createLabelTable(rows.categories, previous?.categories)
  const attributes = createLabelTable(rows.attributes, previous?.attributes)
  const values = createLabelTable(rows.values, previous?.values)
  return {
    version: rows.version,
    brands,
    models: createLabelTable(rows.models, previous?.models),
    categories,
    attributes,
    values,
    attributeByKey: ordinalsBy(attributes, (attribute) => attribute.key),
    valuesOf: groupValues(attributes, values),
    tree: buildCategoryTree(categories),
    brandByCode: ordinalsBy(brands, (brand) => brand.code),
    brandBySlug: ordinalsBy(brands, (brand) => brand.slug),
    categoryBySlug: ordinalsBy(categories, (category) => category.slug),
    brandRanks: rankBrands(brands),
  }
}

function rankBrands(brands: LabelTable<BrandRow>): Float64Array {
  const ranks = new Float64Array(brands.rows.length).fill(Number.POSITIVE_INFINITY)
  const sorted = [...brands.ordinals.values()]
    .flatMap((ordinal) => ({ ordinal, name: brands.rows[ordinal]?.name }))
    .filter((brand): brand is { ordinal: number; name: string } => brand.name !== undefined)
    .toSorted((a, b) => compareTurkish(a.name, b.name) || a.ordinal - b.ordinal)
  for (const [rank, { ordinal }] of sorted.entries()) ranks[ordinal] = rank
  return ranks
}

function groupValues(attributes: LabelTable<AttributeRow>, { rows }: LabelTable<ValueRow>): number[][] {
  const groups = attributes.rows.map((): number[] => [])
  for (const [ordinal, row] of rows.entries()) {
    if (row !== undefined) groups[ordinalOf(attributes, row.attribute_id)]?.push(ordinal)
  }
  return groups.map((ordinals) => ordinals.toSorted((a, b) => compareValues(rows[a], rows[b]) || a - b))
}

/** Numbers ascending, choices as their list has them, texts by the Turkish alphabet. */
function compareValues(a: ValueRow | undefined, b: ValueRow | undefined): number {
  if (a === undefined || b === undefined) return 0
  if (a.number !== null && b.number !== null) return a.number - b.number
  if (a.position !== null && b.position !== null) return a.position - b.position
  return compareTurkish(a.name ?? '', b.name ?? '')
}
