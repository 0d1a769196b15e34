import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './run-step.ts'

/** A finished run of vitest: its exit code and the number of its tests. */
export type TestRun = { code: number; passed: number; failed: number }

/** The part of vitest's JSON report that counts tests. */
export type TestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[]
}

/** Runs vitest with its usual output on this terminal. */
export async function runTests(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-tests-'))
  const path = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
    const { code } = await runTool(['vitest', 'run', ...args, ...reporters], { env })
    const report = await readFile(path, 'utf8').catch(() => null)
    return countTests(code, report === null ? null : (JSON.parse(report) as TestReport))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Counts the tests of a run. A file that fails outside of its tests counts as one failed test, and so does a run that fails
 * without a failed test (null: it wrote no report).
 */
export function countTests(code: number, report: TestReport | null): TestRun {
  const brokenFiles = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((assertion) => assertion.status !== 'failed'),
  )
  const failed = (report?.numFailedTests ?? 0) + brokenFiles.length
  return { code, passed: report?.numPassedTests ?? 0, failed: code === 0 ? failed : Math.max(failed, 1) }
}

/** The last line of `npm test`: the tests of all its runs. */
export function summaryLine(runs: readonly TestRun[]): string {
  const passed = runs.reduce((sum, run) => sum + run.passed, 0)
  const failed = runs.reduce((sum, run) => sum + run.failed, 0)
  return `${passed} passed, ${failed} failed`
}
