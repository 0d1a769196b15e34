import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runStep, runTool } from './run-step.ts'
import { root } from './root.ts'

/** Format, lint, types, dead code, then unit and server tests. Stops at the first that fails. */
export async function run(): Promise<number> {
  try {
    await runStep('Format', ['biome', 'format', '.'])
    await runStep('Lint', ['oxlint', '--type-aware', '--deny-warnings'])
    await rm(join(root, '.react-router'), { recursive: true, force: true })
    await runStep('Route types', ['react-router', 'typegen'])
    await runStep('Types', ['tsc', '-p', '.'])
    await runStep('Types of domain/', ['tsc', '-p', 'domain'])
    await runStep('Dead code', ['knip'])
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
  const { code } = await runTool(['vitest', 'run'])
  return code
}
