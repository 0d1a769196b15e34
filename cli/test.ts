import { ensureBrowser } from './browser.ts'
import { buildIfNeeded } from './build.ts'
import { run as check } from './check.ts'
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
  const failed = await check()
  if (failed !== 0) return failed
  await buildIfNeeded()
  const { code } = await runTool(['vitest', 'run', '--config', 'e2e/vitest.config.ts'], {
    env: { CHROME_PATH: browser },
  })
  return code
}
