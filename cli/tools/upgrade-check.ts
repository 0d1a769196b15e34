import { parseArgs } from 'node:util'
import { checkUpgrade } from '#faults/upgrade-check.ts'
import { findBrowser } from './browser.ts'
import { buildIfNeeded } from './build.ts'

export const usage = `toptan upgrade-check --from <commit> [--journeys <files>] [--skip-journeys]

Fills a database by an earlier version, starts it, migrates the database while it serves, and starts this version beside it.
Dealers read and order at both. Then the earlier version's journeys (files, separated by commas) run against it in a browser.
Needs git, and the packages of this version have to suit the earlier one. Exits with 1 if a request or a journey fails.`

/** Journeys that need no shop of their own. */
const journeys = 'e2e/buying/order.test.ts,e2e/buying/order-question.test.ts,e2e/catalog/navigation.test.ts'

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string' },
      journeys: { type: 'string', default: journeys },
      'skip-journeys': { type: 'boolean', default: false },
    },
  })
  if (values.from === undefined) {
    console.error(usage)
    return 2
  }
  await buildIfNeeded()
  const hasJourneys = !values['skip-journeys'] && findBrowser() !== undefined
  const outcomes = await checkUpgrade({
    ref: values.from,
    journeys: hasJourneys ? values.journeys.split(',') : [],
    log: (line) => console.log(`  ${line}`),
  })
  console.log()
  for (const { step, measured, isGood } of outcomes)
    console.log(`${isGood ? 'ok    ' : 'BROKEN'}  ${step}: ${measured}`)
  return outcomes.every(({ isGood }) => isGood) ? 0 : 1
}
