import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#cli/root.ts'
import { runStep, runTool } from './run-step.ts'

/** Runs the static checks (format, lint, types, dead code), and if they pass the unit and server tests. */
export async function run(): Promise<number> {
  if (!(await allSucceed([checkSources()]))) return 1
  const { code } = await runTool(['vitest', 'run'])
  return code
}

/** Waits for all steps and prints the errors of those that failed. Returns whether all succeeded. */
export async function allSucceed(steps: readonly Promise<void>[]): Promise<boolean> {
  const failed = (await Promise.allSettled(steps)).filter(({ status }) => status === 'rejected')
  for (const { reason } of failed as PromiseRejectedResult[]) {
    console.error(reason instanceof Error ? reason.message : reason)
  }
  return failed.length === 0
}

/** Runs all checks that need no running program. Most use no more than one core, so they run in parallel. */
export async function checkSources(): Promise<void> {
  await rm(join(root, '.react-router'), { recursive: true, force: true })
  await runStep('Route types', ['react-router', 'typegen'])
  const steps = [
    runStep('Format', ['biome', 'format', '.']),
    runStep('Lint', ['oxlint', '--type-aware', '--deny-warnings']),
    runStep('Types', ['tsc', '-p', '.']),
    runStep('Types of domain/', ['tsc', '-p', 'domain']),
    runStep('Dead code', ['knip']),
  ]
  if (!(await allSucceed(steps))) throw new Error('Static checks failed.')
}
