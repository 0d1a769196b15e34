import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '#cli/root.ts'
import { runCampaign } from '#faults/campaign/campaign.ts'
import { checks } from '#faults/campaign/checks.ts'
import { runTests } from '#faults/campaign/run-tests.ts'
import { removeStoredShop, storedShop } from '#faults/campaign/store.ts'
import { countOutcomes } from '#faults/campaign/table.ts'
import { writeCampaign } from '#faults/campaign/write.ts'
import { closeRemoteShop } from '#faults/remote-shop.ts'
import { buildOnce } from './build.ts'

export const usage = `toptan faults: the fault campaign; each check breaks something and verifies what must hold

  --minutes 10     after which no further check begins
  --only a,b       these checks only; the results of the others stay
  --resume         continue the stored campaign: what has no result yet, and named checks add to theirs
  --state file     where results are stored, .cache/faults.json by default
  --write          write the table into docs/reliability.md
  --list           list the checks`

const defaultState = join(root, '.cache/faults.json')

/** Exits with 1 if a check of the campaign is broken. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '10' },
      only: { type: 'string' },
      resume: { type: 'boolean', default: false },
      state: { type: 'string', default: defaultState },
      write: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  })
  if (values.list) {
    for (const { name, fault } of checks) console.log(`${name.padEnd(20)}${fault}`)
    return 0
  }
  await buildOnce()
  try {
    const state = await runCampaign({
      checks,
      stateFile: values.state,
      minutes: Number(values.minutes),
      only: values.only?.split(','),
      resumes: values.resume,
      prepare: storedShop,
      runTests,
      log: (line) => console.log(line),
    })
    const outcomes = countOutcomes(checks, state)
    console.log(
      `\n${Object.entries(outcomes)
        .map(([outcome, count]) => `${count} ${outcome}`)
        .join(', ')}`,
    )
    if (values.write) await writeCampaign(checks, state)
    return outcomes['broken'] === undefined ? 0 : 1
  } finally {
    await closeRemoteShop()
    await removeStoredShop()
  }
}
