import type { Facets } from '#contract/catalog.ts'
import { categoryPath } from '#contract/pages.ts'
import { type CatalogIndex, countFacets } from './index/catalog-index.ts'
import { ancestorsOf } from './index/category-tree.ts'
import type { LabelCount } from './index/facet-counts.ts'
import type { Filter } from './index/filter.ts'

const mostBrands = 100
const mostModels = 50
const mostCategories = 60

/** Counts under the filters in force; what is chosen is always among them. */
export function presentFacets(index: CatalogIndex, filter: Filter): Facets {
  const { brands, models } = index.labels
  const counts = countFacets(index, filter)
  const chosenBrands = filter.placeBrand === undefined ? filter.brands : [filter.placeBrand, ...filter.brands]
  return {
    category: presentCategories(index, filter, counts.category),
    brand: topOf(counts.brand, chosenBrands, mostBrands).flatMap(({ ordinal, count }) => {
      const row = brands.rows[ordinal]
      return row ? [{ code: row.code, name: row.name, count, selected: chosenBrands.includes(ordinal) }] : []
    }),
    model: topOf(counts.model, filter.models, mostModels).flatMap(({ ordinal, count }) => {
      const row = models.rows[ordinal]
      return row ? [{ id: row.id, name: row.name, count, selected: filter.models.includes(ordinal) }] : []
    }),
  }
}

function topOf(counts: LabelCount[], chosen: readonly number[], most: number): LabelCount[] {
  const top = counts.slice(0, most)
  for (const ordinal of chosen) {
    if (top.some((entry) => entry.ordinal === ordinal)) continue
    top.push(counts.find((entry) => entry.ordinal === ordinal) ?? { ordinal, count: 0 })
  }
  return top
}

/**
 * The way down to each chosen category and what is right below it, else the top of the tree. In the order of the tree,
 * without empty categories.
 */
function presentCategories(index: CatalogIndex, filter: Filter, counts: Int32Array): Facets['category'] {
  const { tree, categories } = index.labels
  const chosen = filter.placeCategory === undefined ? filter.categories : [filter.placeCategory, ...filter.categories]
  const ancestors = new Set(chosen.flatMap((ordinal) => ancestorsOf(tree, ordinal)))
  const top = filter.placeCategory === undefined ? tree.roots : []
  const shown = new Set([...top, ...ancestors, ...chosen, ...chosen.flatMap((ordinal) => tree.children[ordinal] ?? [])])
  const kept = (ordinal: number) => chosen.includes(ordinal) || ancestors.has(ordinal)
  // A flat catalog may have a thousand categories beside each other: the fullest ones are offered.
  const fullest = [...shown]
    .filter((ordinal) => (counts[ordinal] ?? 0) > 0 && !kept(ordinal))
    .toSorted((a, b) => counts[b]! - counts[a]!)
    .slice(0, mostCategories)
  return [...[...shown].filter(kept), ...fullest]
    .toSorted((a, b) => tree.place[a]! - tree.place[b]!)
    .flatMap((ordinal) => {
      const row = categories.rows[ordinal]
      if (row === undefined) return []
      const isChosen = chosen.includes(ordinal)
      return {
        id: row.id,
        name: row.name,
        url: categoryPath(row.slug),
        depth: tree.depth[ordinal]!,
        isAncestor: ancestors.has(ordinal) && !isChosen,
        count: counts[ordinal]!,
        selected: isChosen,
      }
    })
}
