import type { PlaceSuggestion } from '#contract/shop/searches.ts'
import { similarity } from '#domain/search/similarity.ts'
import { fold } from '#domain/text/text.ts'
import { noFilter } from '#server/catalog/index/filter.ts'
import { wordsOf } from '#server/catalog/index/text/document.ts'
import { loadProductRows } from '#server/catalog/product/product-rows.ts'
import type { CatalogContext } from '#server/catalog/open-catalog.ts'
import { priceTermsOf } from './price-ranges.ts'
import { countedPlaces } from './suggest-places.ts'

type Proposals = { words: string[]; places: PlaceSuggestion[]; products: { code: string; name: string }[] }

const maxProposals = 5
const minSimilarity = 0.4

/** The words, categories, brands and products that are nearest to a search, by their letters. */
export async function proposeForSearch(context: CatalogContext, q: string): Promise<Proposals> {
  const typed = wordsOf(fold(q.slice(0, 200)))
  const nearness = (words: readonly string[]) =>
    Math.max(0, ...typed.flatMap((word) => words.map((other) => similarity(word, other))))
  const near = countedPlaces(context, ({ words }) => nearness(words) >= minSimilarity)
  const places = near
    .map((place) => ({ place, score: nearness(wordsOf(fold(place.name))) }))
    .toSorted((a, b) => b.score - a.score || b.place.count - a.place.count)
    .slice(0, maxProposals)
    .map(({ place }) => place)
  const products = await nearProducts(context, q, typed)
  const candidates = new Map(
    [...near, ...products].flatMap(({ name }) => name.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [fold(word), word]),
  )
  const words = [...candidates.keys()]
    .filter((word) => word.length > 2 && !typed.includes(word))
    .map((word) => ({ word, score: nearness([word]) }))
    .filter(({ score }) => score >= minSimilarity)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxProposals)
  return { words: words.map(({ word }) => (candidates.get(word) ?? word).toLocaleLowerCase('tr')), places, products }
}

/** The products of the whole search, or of the first of its words that finds some. */
async function nearProducts(context: CatalogContext, q: string, typed: readonly string[]) {
  const { db, finder, view } = context
  for (const text of [q, ...typed.toSorted((a, b) => b.length - a.length)].slice(0, 5)) {
    const filter = { ...noFilter, text }
    const { ids } = await finder.find({ filter, prices: priceTermsOf(view), offset: 0, limit: maxProposals })
    if (ids.length > 0) return (await loadProductRows(db, ids, view)).map(({ code, name }) => ({ code, name }))
  }
  return []
}
