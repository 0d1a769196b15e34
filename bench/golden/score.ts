import { type Find, type Golden, type GoldenKind, goldenKinds } from './make.ts'

/** The results of the queries of one catalog. */
export type Score = { catalog: string; kinds: { kind: GoldenKind; asked: number; found: number }[]; misses: Golden[] }

/** Share of the queries that must find their product among the first five. */
export const wantedShare = 0.97

/** Runs every query. It counts as found if the expected product is among the first five. */
export async function scoreGolden(catalog: string, golden: readonly Golden[], find: Find): Promise<Score> {
  const misses: Golden[] = []
  for (const one of golden) if (!(await find(one.query)).includes(one.code)) misses.push(one)
  const kinds = goldenKinds.map((kind) => {
    const asked = golden.filter((one) => one.kind === kind).length
    return { kind, asked, found: asked - misses.filter((one) => one.kind === kind).length }
  })
  return { catalog, kinds, misses }
}

export function shareOf({ kinds, misses }: Score): number {
  const asked = kinds.reduce((sum, kind) => sum + kind.asked, 0)
  return asked === 0 ? 0 : (asked - misses.length) / asked
}

/** A table of all catalogs by kind, and the misses of the listed ones, as Markdown. */
export function goldenReport(scores: readonly Score[], listed: readonly Score[] = scores): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const cell = (asked: number, found: number) => (asked === 0 ? '–' : `${found} of ${asked}`)
  const rows = goldenKinds.map((kind, i) =>
    line([kind, ...scores.map(({ kinds }) => cell(kinds[i]?.asked ?? 0, kinds[i]?.found ?? 0))]),
  )
  const misses = listed.flatMap(({ catalog, misses }) =>
    misses.map(({ kind, query, code }) => `- ${catalog}, ${kind}: \`${query}\` should find \`${code}\``),
  )
  return [
    line(['kind', ...scores.map(({ catalog }) => catalog)]),
    line(['---', ...scores.map(() => '---:')]),
    ...rows,
    line(['all', ...scores.map((score) => `${(shareOf(score) * 100).toFixed(1)} %`)]),
    '',
    misses.length === 0 ? 'No misses.' : `Misses (${listed.map(({ catalog }) => catalog).join(', ')}):`,
    ...(misses.length === 0 ? [] : ['', ...misses]),
  ].join('\n')
}
