import { ensureBrowser } from './browser.ts'
import { buildIfNeeded } from './build.ts'
import { allSucceed, checkSources } from './check.ts'
import { runTests, summaryLine } from './test-runs.ts'

/**
 * Runs everything: the static checks, the unit and server tests, then the journeys in a real browser against the built shop.
 * Stops after the first part that fails. Ends with a line `N passed, M failed` once tests have run.
 */
export async function run(): Promise<number> {
  if (process.env.TOPTAN_TEST_DATA === undefined) {
    console.log('  TOPTAN_TEST_DATA is not set: tests on sample catalogs use small files of their own instead.')
  }
  let browser: string
  try {
    browser = ensureBrowser()
  } catch (error) {
    console.error(`toptan: ${(error as Error).message}`)
    return 1
  }
  if (!(await allSucceed([checkSources(), buildIfNeeded()]))) return 1
  const tests = await runTests()
  if (tests.code !== 0) {
    console.log(summaryLine([tests]))
    return tests.code
  }
  const journeys = await runTests(['--config', 'e2e/vitest.config.ts'], { CHROME_PATH: browser })
  console.log(summaryLine([tests, journeys]))
  return journeys.code
}
