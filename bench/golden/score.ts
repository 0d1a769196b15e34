import type { GoldenProduct } from './catalog-rows.ts'
import { type Find, type Golden, type GoldenKind, goldenKinds } from './make.ts'
import { hasAll } from './meaning.ts'

/** The results of the queries of one catalog. `others` are those of other ways to search, by name. */
export type Score = Result & { catalog: string; misses: Golden[]; others: Record<string, Result> }
type Result = { kinds: KindScore[] }
type KindScore = { kind: GoldenKind; asked: number; found: number }

/** Share of all queries, and of the queries of each kind, that must find what they mean among the first five. */
export const wantedShare = 0.97
export const wantedKindShare = 0.9

/** Runs every query. It counts as found if one of the first five products is meant by it. */
export async function scoreGolden(
  catalog: string,
  golden: readonly Golden[],
  products: readonly GoldenProduct[],
  { find, others = {} }: { find: Find; others?: Record<string, Find> },
): Promise<Score> {
  const meanings = new Map(products.map((product) => [product.code, product.meanings]))
  const missesOf = async (finder: Find) => {
    const misses: Golden[] = []
    for (const one of golden) {
      const codes = await finder(one.query)
      const isMeant = (code: string) =>
        code === one.code || (one.words.length > 0 && hasAll(meanings.get(code) ?? new Set(), one.words))
      if (!codes.some(isMeant)) misses.push(one)
    }
    return misses
  }
  const misses = await missesOf(find)
  const results: Record<string, Result> = {}
  for (const [name, finder] of Object.entries(others)) results[name] = countKinds(golden, await missesOf(finder))
  return { catalog, ...countKinds(golden, misses), misses, others: results }
}

function countKinds(golden: readonly Golden[], misses: readonly Golden[]): Result {
  const kinds = goldenKinds.map((kind) => {
    const asked = golden.filter((one) => one.kind === kind).length
    return { kind, asked, found: asked - misses.filter((one) => one.kind === kind).length }
  })
  return { kinds }
}

export function shareOf({ kinds }: Result): number {
  const asked = kinds.reduce((sum, kind) => sum + kind.asked, 0)
  const found = kinds.reduce((sum, kind) => sum + kind.found, 0)
  return asked === 0 ? 0 : found / asked
}

/** The kinds that find less than their share, in one line each. */
export function weakKinds({ catalog, kinds }: Score): string[] {
  return kinds
    .filter(({ asked, found }) => asked > 0 && found / asked < wantedKindShare)
    .map(({ kind, asked, found }) => `${catalog}: ${kind} finds ${found} of ${asked}`)
}

/** Tables by kind, of the catalogs and of the other ways to search, and the misses of the listed catalogs, as Markdown. */
export function goldenReport(scores: readonly Score[], listed: readonly Score[] = scores): string {
  const misses = listed.flatMap(({ catalog, misses }) =>
    misses.map(({ kind, query, code }) => `- ${catalog}, ${kind}: \`${query}\` should find \`${code}\``),
  )
  return [
    ...tableOf(scores.map((score) => [score.catalog, score])),
    '',
    ...compareWithOthers(scores),
    misses.length === 0 ? 'No misses.' : `Misses (${listed.map(({ catalog }) => catalog).join(', ')}):`,
    ...(misses.length === 0 ? [] : ['', ...misses]),
  ].join('\n')
}

function compareWithOthers(scores: readonly Score[]): string[] {
  const names = Object.keys(scores[0]?.others ?? {})
  if (names.length === 0) return []
  const columns: [string, Result][] = [
    ['Toptan', sumOf(scores)],
    ...names.map((name): [string, Result] => [name, sumOf(scores.flatMap(({ others }) => others[name] ?? []))]),
  ]
  return ['The same queries in all catalogs, also run with other ways to search:', '', ...tableOf(columns), '']
}

function sumOf(results: readonly Result[]): Result {
  const sum = (kind: GoldenKind, part: 'asked' | 'found') =>
    results.flatMap(({ kinds }) => kinds).reduce((all, one) => all + (one.kind === kind ? one[part] : 0), 0)
  return { kinds: goldenKinds.map((kind) => ({ kind, asked: sum(kind, 'asked'), found: sum(kind, 'found') })) }
}

function tableOf(columns: readonly (readonly [string, Result])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const cell = ({ asked, found }: KindScore) => (asked === 0 ? '–' : `${found} of ${asked}`)
  return [
    line(['kind', ...columns.map(([name]) => name)]),
    line(['---', ...columns.map(() => '---:')]),
    ...goldenKinds.map((kind, i) =>
      line([kind, ...columns.map(([, { kinds }]) => cell(kinds[i] ?? { kind, asked: 0, found: 0 }))]),
    ),
    line(['all', ...columns.map(([, result]) => `${(shareOf(result) * 100).toFixed(1)} %`)]),
  ]
}
