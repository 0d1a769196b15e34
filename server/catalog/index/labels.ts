import { compareTurkish } from '#domain/text/text.ts'
import { type CategoryRow, type CategoryTree, buildCategoryTree } from './category-tree.ts'
import { createLabelTable, type LabelTable, ordinalsBy } from './label-table.ts'

export type BrandRow = { id: number; code: string; name: string; slug: string }
export type ModelRow = { id: number; name: string; brand_id: number | null }
export type LabelRows = { version: number; brands: BrandRow[]; models: ModelRow[]; categories: CategoryRow[] }

/** Brands, models and categories of the whole catalog, with their slugs. */
export type Labels = {
  version: number
  brands: LabelTable<BrandRow>
  models: LabelTable<ModelRow>
  categories: LabelTable<CategoryRow>
  tree: CategoryTree
  brandByCode: Map<string, number>
  brandBySlug: Map<string, number>
  categoryBySlug: Map<string, number>
  /** Rank in the Turkish alphabet by brand ordinal; products without a brand sort last. */
  brandRanks: Float64Array
}

export function createLabels(rows: LabelRows, previous?: Labels): Labels {
  const brands = createLabelTable(rows.brands, previous?.brands)
  const categories = createLabelTable(rows.categories, previous?.categories)
  return {
    version: rows.version,
    brands,
    models: createLabelTable(rows.models, previous?.models),
    categories,
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
