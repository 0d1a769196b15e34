import type { Check } from './check.ts'
import { describeFigures } from './figures.ts'
import { type Result, type State, testsOf } from './state.ts'

const [begin, end] = ['<!-- campaign -->', '<!-- /campaign -->']

/** The parts of a check in the state: its program and its tests. */
export const partsOf = ({ name, program, tests }: Check): string[] => [
  ...(program ? [name] : []),
  ...(tests ? [testsOf(name)] : []),
]

/** One row for each check, with the command that repeats it, as Markdown. */
export function campaignTable(checks: readonly Check[], { results }: State): string {
  const rows = checks.map((check, i) => {
    const found = partsOf(check).map((part) => results[part])
    return line([`${i + 1} ${check.name}`, check.fault, check.holds, figuresOf(found), outcomeOf(found)])
  })
  const head = line(['check', 'what is done', 'what must hold', 'measured', 'result'])
  return [head, line(['---', '---', '---', '---', '---']), ...rows].join('\n')
}

const line = (cells: readonly string[]) => `| ${cells.map(cellOf).join(' | ')} |`
const cellOf = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ').trim()

function figuresOf(found: readonly (Result | undefined)[]): string {
  const texts = found.flatMap((result) =>
    result === undefined ? [] : [describeFigures(result.figures), shorten(result.reason ?? '')],
  )
  return texts.filter((text) => text !== '').join('; ')
}

/** What a program could not say in a line is in its output. */
const shorten = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

function outcomeOf(found: readonly (Result | undefined)[]): string {
  const run = found.filter((result) => result !== undefined)
  if (run.some(({ outcome }) => outcome === 'broken')) return '**broken**'
  if (run.length < found.length) return run.length === 0 ? 'not run' : 'partly run'
  return run.every(({ outcome }) => outcome === 'left out') ? 'left out' : 'held'
}

/** How many of the checks held, broke and were not run. */
export function countOutcomes(checks: readonly Check[], { results }: State): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const check of checks) {
    const outcome = outcomeOf(partsOf(check).map((part) => results[part])).replaceAll('*', '')
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

/** Replaces what is between the markers of a page. Throws if the page has none. */
export function replaceTable(page: string, text: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page has no place for the table, from ${begin} to ${end}.`)
  return `${page.slice(0, from + begin.length)}\n${text.trim()}\n${page.slice(to)}`
}
