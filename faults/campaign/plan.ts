import type { Check } from './check.ts'
import { type State, testsOf } from './state.ts'
import type { TestRef } from './test-refs.ts'

/** Programs run one after the other, tests in batches of about this many files, each a run of the test runner. */
const filesOfBatch = 8
/** The part of the time for programs if there are tests, too. */
const programTime = 0.6

export type PlannedProgram = { check: Check; program: NonNullable<Check['program']>; budget: number }
export type PlannedTests = { check: Check; refs: readonly TestRef[] }
export type Plan = { programs: PlannedProgram[]; batches: PlannedTests[][] }

type PlanOptions = { milliseconds: number; only?: readonly string[] | undefined; state: State }

/**
 * What a run does: the checks named by `only`, otherwise what has no result yet. Programs get their share of the time.
 * Throws for a name that no check has.
 */
export function planRun(checks: readonly Check[], { milliseconds, only, state }: PlanOptions): Plan {
  const unknown = (only ?? []).filter((name) => checks.every((check) => check.name !== name))
  if (unknown.length > 0)
    throw new Error(`There is no check ${unknown.join(', ')}. There are: ${checks.map(({ name }) => name).join(', ')}.`)
  const isWanted = (check: Check, part: string) =>
    only === undefined ? state.results[part] === undefined : only.includes(check.name)
  const withPrograms = checks.filter((check) => check.program !== undefined && isWanted(check, check.name))
  const withTests = checks.filter((check) => check.tests !== undefined && isWanted(check, testsOf(check.name)))
  const shares = withPrograms.reduce((sum, { share = 1 }) => sum + share, 0)
  const time = withTests.length === 0 ? milliseconds : milliseconds * programTime
  return {
    programs: withPrograms.flatMap((check) =>
      check.program ? [{ check, program: check.program, budget: (time * (check.share ?? 1)) / shares }] : [],
    ),
    batches: batchesOf(withTests.map((check) => ({ check, refs: check.tests ?? [] }))),
  }
}

export const filesOf = (planned: readonly PlannedTests[]): string[] => [
  ...new Set(planned.flatMap(({ refs }) => refs.map(({ file }) => file))),
]

function batchesOf(planned: readonly PlannedTests[]): PlannedTests[][] {
  const batches: PlannedTests[][] = []
  for (const each of planned) {
    const last = batches.at(-1)
    if (last !== undefined && filesOf([...last, each]).length <= filesOfBatch) last.push(each)
    else batches.push([each])
  }
  return batches
}
