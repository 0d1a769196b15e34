import MiniSearch, { type SearchResult } from 'minisearch'
import { fold, squeezeCode } from '#domain/text/text.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { GoldenProduct } from './catalog-rows.ts'
import type { Find } from './make.ts'

/** The other ways to search that the same queries are run through. */
export type OtherFinders = { MiniSearch: Find; pg_trgm: Find }

export async function openOtherFinders(products: readonly GoldenProduct[], pool: Pool): Promise<OtherFinders> {
  return { MiniSearch: miniSearchFinder(products), pg_trgm: await trigramFinder(products, pool) }
}

/**
 * MiniSearch at its best: folded words, codes also without separators, prefixes, typing errors, all words first and any
 * word if nothing has all of them.
 */
function miniSearchFinder(products: readonly GoldenProduct[]): Find {
  const index = new MiniSearch({
    fields: ['code', 'squeezed', 'name', 'brand', 'rest'],
    storeFields: ['code'],
    processTerm: (term) => fold(term),
    searchOptions: { boost: { code: 4, squeezed: 4, name: 2 }, prefix: true, fuzzy: 0.2 },
  })
  index.addAll(
    products.map(({ code, name, brand, searched, meanings }, id) => ({
      id,
      code,
      squeezed: searched.join(' '),
      name,
      brand: brand ?? '',
      rest: [...meanings].join(' '),
    })),
  )
  const codesOf = (results: SearchResult[]) => results.slice(0, 5).map(({ code }) => String(code))
  return async (query) => {
    const all = index.search(query, { combineWith: 'AND' })
    if (all.length > 0) return codesOf(all)
    const squeezed = index.search(squeezeCode(query), { fields: ['squeezed'] })
    return codesOf(squeezed.length > 0 ? squeezed : index.search(query, { combineWith: 'OR' }))
  }
}

/** PostgreSQL's trigrams over code, name and brand, the most similar products first. */
async function trigramFinder(products: readonly GoldenProduct[], pool: Pool): Promise<Find> {
  await pool.execute('CREATE EXTENSION IF NOT EXISTS pg_trgm')
  await pool.execute('CREATE TABLE golden_texts (code text NOT NULL, text text NOT NULL)')
  await pool.execute('INSERT INTO golden_texts SELECT * FROM unnest($1::text[], $2::text[])', [
    products.map(({ code }) => code),
    products.map(({ code, name, brand }) => fold(`${code} ${squeezeCode(code)} ${name} ${brand ?? ''}`)),
  ])
  return async (query) => {
    const rows = await pool.query<{ code: string }>(
      'SELECT code FROM golden_texts ORDER BY word_similarity($1, text) DESC, similarity($1, text) DESC LIMIT 5',
      [fold(query)],
    )
    return rows.map(({ code }) => code)
  }
}
