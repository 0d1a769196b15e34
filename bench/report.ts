import type { Figures } from './load.ts'
import type { Profile } from './profile.ts'

/** Options of a run; `only` selects scenarios by a part of their name. */
export type RunOptions = {
  seed: number
  seconds: number
  connections: number
  only: string
  /** Neither lists of the administration nor histories and exports. */
  isShopOnly: boolean
  /** Each row is measured once more, under the profiler. */
  profiles: boolean
  log(line: string): void
}

export type BenchRow = {
  name: string
  figures: Figures
  floor?: { name: string; perSecond: number }
  profile?: Profile
}

const columns = [
  'measured',
  'req/s',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'server CPU ms',
  'db CPU ms',
  'kB',
  'SQL',
  'MB',
  'failed',
  'floor',
  'ratio',
]

/** The table of one run, as Markdown. Ratio = requests per second relative to the floor. */
export function tableOf(rows: readonly BenchRow[]): string {
  const cells = rows.map(({ name, figures: f, floor }) => [
    name,
    f.perSecond.toFixed(0),
    f.p50.toFixed(1),
    f.p95.toFixed(1),
    f.p99.toFixed(1),
    f.serverCpu.toFixed(2),
    f.databaseCpu.toFixed(2),
    (f.bytes / 1024).toFixed(1),
    f.statements.toFixed(1),
    f.serverMegabytes.toFixed(0),
    String(f.failures),
    floor === undefined ? '' : `${floor.name} ${floor.perSecond.toFixed(0)}`,
    floor === undefined ? '' : (f.perSecond / floor.perSecond).toFixed(2),
  ])
  const line = (values: readonly string[]) => `| ${values.join(' | ')} |`
  return [line(columns), line(columns.map((_, i) => (i === 0 ? '---' : '---:'))), ...cells.map(line)].join('\n')
}

/** Where the CPU time of the measured process goes, as Markdown: the three largest shares of each profiled row. */
export function profileTable(rows: readonly BenchRow[]): string {
  const percent = ({ name, share }: { name: string; share: number }) => `${name} ${(share * 100).toFixed(0)} %`
  const cells = rows.flatMap(({ name, profile }) => {
    if (profile === undefined) return []
    return [
      `| ${name} | ${[profile.modules, profile.functions].map((all) => all.slice(0, 3).map(percent).join(', ')).join(' | ')} |`,
    ]
  })
  return ['| profiled | largest modules | largest functions |', '| --- | --- | --- |', ...cells].join('\n')
}
