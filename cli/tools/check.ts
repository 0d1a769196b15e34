import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runStep, runTool } from './run-step.ts'
import { root } from '#cli/root.ts'

/** Format, lint, types, dead code, then unit and server tests. Stops where something of one kind has failed. */
export async function run(): Promise<number> {
  if (!(await passes([checkSources()]))) return 1
  const { code } = await runTool(['vitest', 'run'])
  return code
}

/** Whether all went well; what did not is told, once all have ended. */
export async function passes(steps: readonly Promise<void>[]): Promise<boolean> {
  const failed = (await Promise.allSettled(steps)).filter(({ status }) => status === 'rejected')
  for (const { reason } of failed as PromiseRejectedResult[]) {
    console.error(reason instanceof Error ? reason.message : reason)
  }
  return failed.length === 0
}

/** All that can be said without running the program: at once, since most of them keep no more than one core busy. */
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
  if (!(await passes(steps))) throw new Error('The sources are not as they should be.')
}
