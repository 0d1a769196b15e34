import { setTimeout as sleep } from 'node:timers/promises'
import { runTool } from '#cli/tools/run-step.ts'
import type { Shop } from '#e2e/support/shop.ts'
import { expectKept, plentifulGoods } from '#faults/order-stream.ts'
import { answersAt, type Cluster, startCluster } from './cluster.ts'
import { pauseStandby } from './late-standby.ts'
import { type Load, startLoad } from './load.ts'
import { cutNotifications, seesChange } from './spread.ts'
import { becomes } from '#faults/becomes.ts'
import { maxOutage, type Outcome, seconds, type Step } from './step.ts'

/** Journeys that show lists and a sign-in, order, and change nothing that others need. */
const journeys = ['e2e/buying/guest.test.ts', 'e2e/buying/order-question.test.ts', 'e2e/catalog/navigation.test.ts']

const steps: Record<string, Step> = {
  'a change is seen by the other process': seesChange,
  'both processes restart in turn': restartInTurn,
  'a process is killed': killProcess,
  'connections for notifications are cut': cutNotifications,
  'the standby lags behind': pauseStandby,
  'the primary is killed, the standby promoted': failOver,
}

type ClusterOptions = { hasJourneys: boolean; log: (line: string) => void }

/** Breaks parts of a cluster under load, then runs journeys in a browser. Returns what was measured. */
export async function runCluster({ hasJourneys, log }: ClusterOptions): Promise<Outcome[]> {
  const cluster = await startCluster(log)
  let load: Load | undefined
  try {
    const { primary } = cluster.databases
    const started = await startLoad(cluster.url, await plentifulGoods(primary))
    load = started
    await started.more(5)
    const outcomes: Outcome[] = []
    const take = async (step: string, work: Step) => {
      log(step)
      const outcome = await work(cluster, started).catch((error: unknown) => ({
        measured: String(error),
        isGood: false,
      }))
      outcomes.push({ step, ...outcome })
      log(`  ${outcome.measured}`)
    }
    for (const [step, work] of Object.entries(steps)) await take(step, work)
    await started.stop()
    await take('every acknowledged order is there, once', keptOrders)
    // The load orders from the carts of the same users.
    if (hasJourneys) await take('journeys in a browser, while a process restarts', runJourneys)
    if (outcomes.some(({ isGood }) => !isGood)) for (const shop of cluster.shops) log(shop.output())
    return outcomes
  } catch (error) {
    for (const shop of cluster.shops) log(shop.output())
    throw error
  } finally {
    // After a failure, its clients would go on.
    await load?.stop().catch(() => {})
    await cluster.stop()
  }
}

async function restartInTurn({ shops }: Cluster, load: Load): ReturnType<Step> {
  const tally = load.count()
  for (const shop of shops) {
    const code = await shop.end('SIGTERM')
    if (code !== 0) throw new Error(`A process ended with code ${code}.`)
    await shop.start()
    await isTaken(shop)
  }
  await load.more(5)
  const { isOpen, losses } = load.live()
  const measured = `${tally.sent} requests, ${tally.failed} failed ${tally.examples.join(', ')}; live channel moved ${losses} times`
  return { measured, isGood: tally.failed === 0 && isOpen }
}

/** Waits until the proxy, which asks twice a second, sends requests to the process. */
async function isTaken({ url }: Shop): Promise<void> {
  await answersAt(`${url}/readyz`)
  await sleep(2_000)
}

async function killProcess({ shops }: Cluster, load: Load): ReturnType<Step> {
  const tally = load.count()
  await shops[0].end('SIGKILL')
  const after = await load.more(5)
  await shops[0].start()
  await isTaken(shops[0])
  // What was on its way to the process has no answer; reads are sent again by the proxy.
  return {
    measured: `next order after ${seconds(after)}; ${tally.failed} of ${tally.sent} requests failed`,
    isGood: after < maxOutage && tally.failed <= 10,
  }
}

async function failOver({ databases }: Cluster, load: Load): ReturnType<Step> {
  const tally = load.count()
  await databases.primary.program.kill('SIGKILL')
  const killedAt = performance.now()
  // What a failover tool takes to notice.
  await sleep(2_000)
  await databases.promote()
  const promotedAt = performance.now()
  const after = await load.more(1)
  await load.more(5)
  // Notifications and the job queue of both processes.
  const connections = `SELECT count(*) AS count FROM pg_stat_activity
    WHERE application_name LIKE 'toptan-listen-%' OR application_name = 'toptan-jobs' AND query ~ '^LISTEN|pg_listening_channels'`
  const found = () => databases.standby.pool.one<{ count: number }>(connections)
  // The job queue tries again after up to 30 seconds; until then it polls.
  await becomes(async () => (await found())?.count === 4, 60_000)
  return {
    measured: `promoted ${seconds(promotedAt - killedAt)} after the kill; orders ${seconds(after)} after that; ${tally.failed} of ${tally.sent} requests failed`,
    isGood: after < maxOutage,
  }
}

async function runJourneys({ url, dataDir, shops }: Cluster): ReturnType<Step> {
  const env = { TOPTAN_E2E_URL: url, TOPTAN_E2E_DATA: dataDir }
  const run = runTool(['vitest', 'run', '--config', 'e2e/vitest.config.ts', ...journeys], { env, isQuiet: true })
  await shops[1].end('SIGTERM')
  await shops[1].start()
  const { code, output } = await run
  const failures = output.split('\n').filter((line) => /FAIL|Error:/.test(line))
  return { measured: code === 0 ? journeys.join(', ') : failures.join('; '), isGood: code === 0 }
}

async function keptOrders({ databases }: Cluster, { acknowledged }: Load): ReturnType<Step> {
  await expectKept(databases.standby, acknowledged)
  return { measured: `${acknowledged.size} orders`, isGood: true }
}
