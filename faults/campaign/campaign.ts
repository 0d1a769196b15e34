import { loadavg } from 'node:os'
import { type Check, LeftOutError } from './check.ts'
import { describeFigures, type Figures } from './figures.ts'
import { filesOf, planRun, type PlannedProgram, type PlannedTests } from './plan.ts'
import { addResult, type Outcome, readState, saveState, type State, testsOf } from './state.ts'
import { judgeTests, type RanTest } from './test-refs.ts'

export type CampaignOptions = {
  checks: readonly Check[]
  /** Where results are stored, so that a later run continues. */
  stateFile: string
  minutes: number
  only?: readonly string[] | undefined
  /** Continues the stored campaign; otherwise a new one begins, unless checks are named. */
  resumes: boolean
  /** Makes what all programs need; called before the first one. */
  prepare(): Promise<unknown>
  /** Runs test files and returns each test. */
  runTests(files: readonly string[]): Promise<RanTest[]>
  log(line: string): void
}

/**
 * Runs the checks one after the other until the time has passed, and stores each result at once. A check that breaks does
 * not end the run. Returns all results of the campaign.
 */
export async function runCampaign(options: CampaignOptions): Promise<State> {
  const { checks, stateFile, minutes, only, resumes, log } = options
  const milliseconds = minutes * 60_000
  const deadline = performance.now() + milliseconds
  let state = resumes || only !== undefined ? await readState(stateFile) : { results: {} }
  const { programs, batches } = planRun(checks, { milliseconds, only, state: resumes ? state : { results: {} } })
  // Named checks begin anew, the results of the others stay.
  if (!resumes) state = { results: withoutChecks(state.results, only ?? []) }
  const record: Recorder = async (part, work) => {
    const begun = performance.now()
    const judged = await judge(work())
    const seconds = (performance.now() - begun) / 1000
    state = addResult(state, part, { ...judged, seconds, at: new Date().toISOString(), load: loadavg()[0] ?? 0 })
    await saveState(stateFile, state)
    log(`${part}: ${judged.outcome}; ${describeFigures(judged.figures)}${judged.reason ? `; ${judged.reason}` : ''}`)
  }
  if (programs.length > 0) await options.prepare()
  let notRun = 0
  for (const planned of programs) {
    if (performance.now() < deadline) await record(planned.check.name, () => runProgram(planned, log))
    else notRun += 1
  }
  for (const batch of batches) {
    if (performance.now() < deadline) await runBatch(batch, options, record)
    else notRun += batch.length
  }
  if (notRun > 0) log(`${notRun} parts were not run in this time: toptan faults --resume continues.`)
  return state
}

type Recorder = (part: string, work: () => Promise<Figures>) => Promise<void>

const withoutChecks = (results: State['results'], names: readonly string[]): State['results'] =>
  Object.fromEntries(
    Object.entries(results).filter(([part]) => !names.some((name) => part === name || part === testsOf(name))),
  )

async function runProgram({ check, program, budget }: PlannedProgram, log: (line: string) => void): Promise<Figures> {
  log(`${check.name}: ${check.fault}`)
  const end = performance.now() + budget
  return program({ budget, isOver: () => performance.now() >= end, log: (line) => log(`  ${line}`) })
}

async function runBatch(
  batch: readonly PlannedTests[],
  { runTests, log }: CampaignOptions,
  record: Recorder,
): Promise<void> {
  log(`tests of ${batch.map(({ check }) => check.name).join(', ')}`)
  let ran: Promise<RanTest[]> | undefined
  for (const { check, refs } of batch)
    await record(testsOf(check.name), async () => {
      ran ??= runTests(filesOf(batch))
      return { counts: { tests: judgeTests(refs, await ran) } }
    })
}

type Judged = { outcome: Outcome; figures: Figures; reason?: string }

async function judge(work: Promise<Figures>): Promise<Judged> {
  try {
    return { outcome: 'held', figures: await work }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { outcome: error instanceof LeftOutError ? 'left out' : 'broken', figures: {}, reason }
  }
}
