import { compareTurkish } from '#domain/text/text.ts'
import { type CategoryRow, type CategoryTree, buildCategoryTree } from './category-tree.ts'

export type BrandRow = { id: number; code: string; name: string; slug: string }
export type ModelRow = { id: number; name: string; brand_id: number | null }
export type LabelRows = { version: number; brands: BrandRow[]; models: ModelRow[]; categories: CategoryRow[] }

/**
 * Names of one kind. `ordinal` is the dense number that columns hold, from 1; 0 stands for none. A row keeps its ordinal
 * for the life of the index.
 */
export type LabelTable<Row> = {
  ordinals: Map<number, number>
  /** By ordinal; undefined where the row is gone. */
  rows: (Row | undefined)[]
}

/** Brands, models and categories as the whole catalog shares them, with their addresses. */
export type Labels = {
  version: number
  brands: LabelTable<BrandRow>
  models: LabelTable<ModelRow>
  categories: LabelTable<CategoryRow>
  tree: CategoryTree
  brandByCode: Map<string, number>
  brandBySlug: Map<string, number>
  categoryBySlug: Map<string, number>
  /** By brand ordinal: place in the Turkish alphabet, equal names sharing one; brandless products come last. */
  brandRanks: Float64Array
}

export function createLabels(rows: LabelRows, previous?: Labels): Labels {
  const brands = tableOf(rows.brands, previous?.brands)
  const categories = tableOf(rows.categories, previous?.categories)
  return {
    version: rows.version,
    brands,
    models: tableOf(rows.models, previous?.models),
    categories,
    tree: buildCategoryTree(categories),
    brandByCode: keyed(brands, (brand) => brand.code),
    brandBySlug: keyed(brands, (brand) => brand.slug),
    categoryBySlug: keyed(categories, (category) => category.slug),
    brandRanks: rankBrands(brands),
  }
}

export function ordinalOf(table: LabelTable<unknown>, id: number | null): number {
  return id === null ? 0 : (table.ordinals.get(id) ?? 0)
}

function tableOf<Row extends { id: number }>(rows: readonly Row[], previous?: LabelTable<Row>): LabelTable<Row> {
  const ordinals = new Map(previous?.ordinals)
  const byOrdinal: (Row | undefined)[] = Array.from({ length: ordinals.size + 1 }, () => undefined)
  for (const row of rows) {
    const ordinal = ordinals.get(row.id) ?? ordinals.size + 1
    ordinals.set(row.id, ordinal)
    byOrdinal[ordinal] = row
  }
  return { ordinals, rows: byOrdinal }
}

function keyed<Row>(table: LabelTable<Row>, keyOf: (row: Row) => string): Map<string, number> {
  return new Map(table.rows.flatMap((row, ordinal) => (row === undefined ? [] : [[keyOf(row), ordinal] as const])))
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
