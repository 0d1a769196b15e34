import { ensureBrowser } from './browser.ts'
import { buildIfNeeded } from './build.ts'
import { checkSources, passes } from './check.ts'
import { runTool } from './run-step.ts'

/** Everything: the checks, then the journeys in a real browser against the built shop. */
export async function run(): Promise<number> {
  if (process.env.TOPTAN_TEST_DATA === undefined) {
    console.log('  TOPTAN_TEST_DATA is not set: tests on sample catalogs use small ones of their own instead.')
  }
  let browser: string
  try {
    browser = ensureBrowser()
  } catch (error) {
    console.error(`toptan: ${(error as Error).message}`)
    return 1
  }
  if (!(await passes([checkSources(), buildIfNeeded()]))) return 1
  const { code } = await runTool(['vitest', 'run'])
  if (code !== 0) return code
  const journeys = ['vitest', 'run', '--config', 'e2e/vitest.config.ts']
  return (await runTool(journeys, { env: { CHROME_PATH: browser } })).code
}
