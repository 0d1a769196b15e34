import type { PlaceSuggestion } from '#contract/shop/searches.ts'
import { brandPath, categoryPath } from '#contract/core/pages.ts'
import { fold } from '#domain/text/text.ts'
import type { View } from '#server/settings/settings.ts'
import { countFacets } from '#server/catalog/index/catalog-index.ts'
import { noFilter } from '#server/catalog/index/filter.ts'
import type { Labels } from '#server/catalog/index/labels.ts'
import { wordsOf } from '#server/catalog/index/text/document.ts'
import type { CatalogContext } from '#server/catalog/open-catalog.ts'

const maxOfKind = 3

/** A category or brand with its folded words. */
type NamedPlace = Omit<PlaceSuggestion, 'count'> & { ordinal: number; words: string[] }

/**
 * Categories and brands with products whose names have a word that starts with each word of the text, those with the
 * most products first. None until the index is built.
 */
export function suggestPlaces({ finder, view }: Pick<CatalogContext, 'finder' | 'view'>, q: string): PlaceSuggestion[] {
  const typed = wordsOf(fold(q.slice(0, 200)))
  if (typed.length === 0) return []
  const places = countedPlaces({ finder, view }, ({ words }) =>
    typed.every((word) => words.some((each) => each.startsWith(word))),
  )
  return (['category', 'brand'] as const).flatMap((kind) =>
    places
      .filter((place) => place.kind === kind)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, maxOfKind),
  )
}

/** The categories and brands with products that pass the test. */
export function countedPlaces(
  { finder, view }: { finder: CatalogContext['finder']; view: Pick<View, 'showNotInStocks'> },
  test: (place: NamedPlace) => boolean,
): PlaceSuggestion[] {
  if (finder.index === undefined) return []
  const found = placesOf(finder.labels).filter(test)
  if (found.length === 0) return []
  const counts = countFacets(finder.index, { ...noFilter, inStockOnly: view.showNotInStocks === '0' })
  const brands = new Map(counts.brand.map(({ ordinal, count }) => [ordinal, count]))
  return found.flatMap(({ kind, name, path, ordinal }) => {
    const count = (kind === 'brand' ? brands.get(ordinal) : counts.category[ordinal]) ?? 0
    return count === 0 ? [] : [{ kind, name, path, count }]
  })
}

const placesByLabels = new WeakMap<Labels, NamedPlace[]>()

function placesOf(labels: Labels): NamedPlace[] {
  const cached = placesByLabels.get(labels)
  if (cached !== undefined) return cached
  const { categories, brands } = labels
  const ofKind = (kind: PlaceSuggestion['kind'], rows: typeof categories.rows | typeof brands.rows): NamedPlace[] =>
    [...rows.keys()].flatMap((ordinal) => {
      const row = rows[ordinal]
      if (row === undefined) return []
      const path = kind === 'brand' ? brandPath(row.slug) : categoryPath(row.slug)
      return [{ kind, name: row.name, path, ordinal, words: wordsOf(fold(row.name)) }]
    })
  const places = [...ofKind('category', categories.rows), ...ofKind('brand', brands.rows)]
  placesByLabels.set(labels, places)
  return places
}
