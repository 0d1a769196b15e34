import type { Facets } from '#contract/shop/catalog.ts'
import { categoryPath } from '#contract/core/pages.ts'
import type { View } from '#server/settings/settings.ts'
import { countShared } from '#server/catalog/index/bitset.ts'
import { type CatalogIndex, countFacets } from '#server/catalog/index/catalog-index.ts'
import { ancestorsOf } from '#server/catalog/index/category-tree.ts'
import type { CountedRange, LabelCount } from '#server/catalog/index/facets/facet-counts.ts'
import { type Filter, withoutGroup } from '#server/catalog/index/filter.ts'
import { ordinalOf } from '#server/catalog/index/label-table.ts'
import { derivedOf, matchFilter } from '#server/catalog/index/match.ts'
import { matchPrices } from '#server/catalog/index/facets/price-counts.ts'
import { presentAttributes } from './attribute-facets.ts'
import type { ListQuery } from './list-query.ts'
import { type PriceBorders, priceRange, priceTermsOf, roundRanges } from './price-ranges.ts'

const maxBrands = 100
const maxModels = 50
const maxCategories = 60

export const noFacets: Facets = { category: [], brand: [], model: [] }

/** Counts under the active filters. Selected values are always included. */
export function presentFacets(index: CatalogIndex, filter: Filter, query: ListQuery, view: View): Facets {
  const { brands, models } = index.labels
  const counts = countFacets(index, filter)
  const chosenBrands = filter.placeBrand === undefined ? filter.brands : [filter.placeBrand, ...filter.brands]
  return {
    category: presentCategories(index, filter, counts.category),
    brand: topLabels(counts.brand, chosenBrands, maxBrands).flatMap(({ ordinal, count }) => {
      const row = brands.rows[ordinal]
      return row ? [{ code: row.code, name: row.name, count, selected: chosenBrands.includes(ordinal) }] : []
    }),
    model: topLabels(counts.model, filter.models, maxModels).flatMap(({ ordinal, count }) => {
      const row = models.rows[ordinal]
      if (row === undefined) return []
      const brand = brands.rows[ordinalOf(brands, row.brand_id)]?.name ?? null
      return [{ id: row.id, name: row.name, brand, count, selected: filter.models.includes(ordinal) }]
    }),
    ...(view.seesPrices && { price: presentPrices(index, filter, query, view) }),
    ...presentStock(index, filter, query, view),
    ...presentAttributes(index, filter, query, view.locale),
  }
}

function presentPrices(index: CatalogIndex, filter: Filter, query: ListQuery, view: View): Facets['price'] {
  const { price } = query
  const isChosen = ({ min, max }: PriceBorders) => price !== null && price.min === min && price.max === max
  return countedRanges(index, filter, view).map((range) => ({ ...range, selected: isChosen(range) }))
}

/**
 * Ranges that contain products; a single range is useless as a filter and left out. Cached for all visitors who see the
 * same prices.
 */
function countedRanges(index: CatalogIndex, filter: Filter, view: View): CountedRange[] {
  const match = matchFilter(index, withoutGroup(filter, 'price'))
  const { ranges } = derivedOf(index)
  const terms = priceTermsOf(view)
  const { discount, currency, rates } = view
  const key = JSON.stringify([match.serial, index.versions.price, terms, discount, currency, rates[currency]])
  const cached = ranges.get(key)
  if (cached !== undefined) return cached
  const { sample, countIn } = matchPrices(index, match, terms)
  const offered = roundRanges(sample, view)
  const counts = countIn(offered.map((borders) => priceRange(borders, view)))
  const found = offered.map((borders, i) => ({ ...borders, count: counts[i]! })).filter(({ count }) => count > 0)
  const offers = found.length > 1 ? found : []
  ranges.set(key, offers)
  return offers
}

function presentStock(index: CatalogIndex, filter: Filter, query: ListQuery, view: View): Pick<Facets, 'stock'> {
  if (!view.seesStock || view.settings.stockInfoStatus === 1 || view.showNotInStocks === '0') return {}
  const match = matchFilter(index, { ...filter, inStockOnly: false })
  return { stock: { count: countShared(match.bits, index.columns.inStock), selected: query.inStockOnly } }
}

function topLabels(counts: LabelCount[], chosen: readonly number[], limit: number): LabelCount[] {
  const top = counts.slice(0, limit)
  for (const ordinal of chosen) {
    if (top.some((entry) => entry.ordinal === ordinal)) continue
    top.push(counts.find((entry) => entry.ordinal === ordinal) ?? { ordinal, count: 0 })
  }
  return top
}

/**
 * The path to each selected category and its direct children, or the roots when none is selected. In tree order,
 * without empty categories.
 */
function presentCategories(index: CatalogIndex, filter: Filter, counts: Int32Array): Facets['category'] {
  const { tree, categories } = index.labels
  const chosen = filter.placeCategory === undefined ? filter.categories : [filter.placeCategory, ...filter.categories]
  const ancestors = new Set(chosen.flatMap((ordinal) => ancestorsOf(tree, ordinal)))
  const top = filter.placeCategory === undefined ? tree.roots : []
  const shown = new Set([...top, ...ancestors, ...chosen, ...chosen.flatMap((ordinal) => tree.children[ordinal] ?? [])])
  const alwaysShown = (ordinal: number) => chosen.includes(ordinal) || ancestors.has(ordinal)
  // A flat catalog may have a thousand sibling categories, so only the largest ones are offered.
  const fullest = [...shown]
    .filter((ordinal) => (counts[ordinal] ?? 0) > 0 && !alwaysShown(ordinal))
    .toSorted((a, b) => counts[b]! - counts[a]!)
    .slice(0, maxCategories)
  return [...[...shown].filter(alwaysShown), ...fullest]
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
