import { parseArgs } from 'node:util'
import { runCluster } from '#faults/cluster/cluster-run.ts'
import { buildOnce } from './build.ts'

export const usage = `toptan cluster [--skip-journeys]

Starts two shop processes behind HAProxy, with PgBouncer, a PostgreSQL primary and its standby, on this machine, and
breaks parts of it under load. Needs Debian's haproxy, pgbouncer and openssl. Exits with 1 if a rule is broken.`

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { 'skip-journeys': { type: 'boolean', default: false } } })
  await buildOnce()
  const hasJourneys = !values['skip-journeys']
  const outcomes = await runCluster({ hasJourneys, log: (line) => console.log(`  ${line}`) })
  console.log()
  for (const { step, measured, isGood } of outcomes)
    console.log(`${isGood ? 'ok    ' : 'BROKEN'}  ${step}: ${measured}`)
  return outcomes.every(({ isGood }) => isGood) ? 0 : 1
}
