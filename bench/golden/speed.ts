import type { Pool } from '#server/platform/db/pool.ts'
import { findProducts } from '#server/catalog/index/catalog-index.ts'
import { noFilter } from '#server/catalog/index/filter.ts'
import { buildIndex } from '#server/catalog/index/live/build.ts'
import { loadGoldenProducts } from './catalog-rows.ts'
import { type Find, type Golden, type GoldenKind, goldenKinds, makeGolden } from './make.ts'

/** Milliseconds of one search: the median and the 95th percentile of the queries of a kind. */
type KindSpeed = { kind: GoldenKind | 'all kinds'; queries: number; p50: number; p95: number }
export type SearchSpeed = { products: number; kinds: KindSpeed[] }

/** Median milliseconds of a search over all kinds of queries at 200,000 products. */
export const wantedMedian = 3
/** The fastest of so many runs of a query counts: what else the machine does is no part of a search. */
const runs = 4

/** Searches the index of a store, without pages and network, with the kinds of queries of the golden set. */
export async function measureSearch(
  pool: Pool,
  { seed, perKind = 60, log }: { seed: number; perKind?: number; log(line: string): void },
): Promise<SearchSpeed> {
  const { index } = await buildIndex(pool)
  const products = await loadGoldenProducts(pool)
  const codes = new Map((await pool.query<{ id: number; code: string }>('SELECT id, code FROM products')).map(codeOf))
  const prices = { listId: index.defaultListId, withTax: false, defaultTaxRate: 20 }
  const search = (text: string) => findProducts(index, { filter: { ...noFilter, text }, prices, offset: 0, limit: 24 })
  const find: Find = async (query) =>
    search(query)
      .ids.slice(0, 5)
      .map((id) => codes.get(id) ?? '')
  const golden = await makeGolden(products, find, { seed, perKind })
  log(`${golden.length} queries on ${products.length} products`)
  const times = fastest(golden, search)
  const kinds = [...goldenKinds, 'all kinds' as const].map((kind) =>
    speedOf(
      kind,
      golden.flatMap((one, at) => (kind === 'all kinds' || one.kind === kind ? [times[at] ?? 0] : [])),
    ),
  )
  return { products: products.length, kinds }
}

const codeOf = ({ id, code }: { id: number; code: string }): [number, string] => [id, code]

function fastest(golden: readonly Golden[], search: (text: string) => unknown): number[] {
  const times = golden.map(() => Number.POSITIVE_INFINITY)
  for (let run = 0; run < runs; run += 1) {
    for (const [at, { query }] of golden.entries()) {
      // The index keeps the results of the last texts; another number of spaces is another text.
      const text = query + ' '.repeat(run + 1)
      const started = performance.now()
      search(text)
      times[at] = Math.min(times[at] ?? 0, performance.now() - started)
    }
  }
  return times
}

function speedOf(kind: KindSpeed['kind'], times: number[]): KindSpeed {
  const inOrder = times.toSorted((a, b) => a - b)
  const at = (share: number) => inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * share))] ?? 0
  return { kind, queries: inOrder.length, p50: at(0.5), p95: at(0.95) }
}

export function searchTable({ kinds }: SearchSpeed): string {
  const rows = kinds.map(
    ({ kind, queries, p50, p95 }) => `| ${kind} | ${queries} | ${p50.toFixed(2)} | ${p95.toFixed(2)} |`,
  )
  return ['| kind | queries | p50 ms | p95 ms |', '| --- | ---: | ---: | ---: |', ...rows].join('\n')
}
