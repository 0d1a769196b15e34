import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { addFigures, type Figures } from './figures.ts'

export type Outcome = 'held' | 'broken' | 'left out'

export type Result = {
  outcome: Outcome
  figures: Figures
  /** What broke, or why the check was left out. */
  reason?: string
  /** Of all runs. */
  seconds: number
  /** The time of the last run, ISO. */
  at: string
  /** Load average at its end. */
  load: number
}

/** Results of a campaign by part: the name of a check, and that with ` (tests)` for its tests. */
export type State = { results: Record<string, Result> }

const testsMark = ' (tests)'

/** The name under which the tests of a check are stored. */
export const testsOf = (name: string): string => `${name}${testsMark}`

/** A campaign that has not begun if there is no file. */
export async function readState(path: string): Promise<State> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return '{"results":{}}'
  })
  return JSON.parse(text) as State
}

/** A run that is killed leaves the former file or the new one. */
export async function saveState(path: string, state: State): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.part`, `${JSON.stringify(state, null, 2)}\n`)
  await rename(`${path}.part`, path)
}

/** Adds a run to what earlier runs of this campaign found. What broke once stays broken. Tests are the same in each run. */
export function addResult({ results }: State, part: string, result: Result): State {
  const earlier = results[part]
  if (earlier === undefined || earlier.outcome === 'left out') return { results: { ...results, [part]: result } }
  const figures = part.endsWith(testsMark) ? result.figures : addFigures(earlier.figures, result.figures)
  const broken = [earlier, result].findLast(({ outcome }) => outcome === 'broken')
  const merged = { ...result, figures, seconds: earlier.seconds + result.seconds }
  return { results: { ...results, [part]: broken ? { ...merged, outcome: 'broken', ...reasonOf(broken) } : merged } }
}

const reasonOf = ({ reason }: Result) => (reason === undefined ? {} : { reason })
