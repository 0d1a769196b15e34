import { setTimeout as sleep } from 'node:timers/promises'
import { openShop } from '#e2e/support/shop.ts'
import { setStock } from '#testing/store-rows.ts'
import type { Run } from '#faults/campaign/check.ts'
import type { Figures } from '#faults/campaign/figures.ts'
import { expectKept, plentifulGoods } from '#faults/order-stream.ts'
import { judgeSeries, type Series } from './judge.ts'
import { describeSample, type Sample, takeSample } from './samples.ts'
import { startTraffic } from './traffic.ts'

/** Samples of a run, at least this many milliseconds apart. */
const wantedSamples = 120
const shortestStep = 1_000
const fewestSamples = 15
const stock = 10_000_000
/** Milliseconds for SIGTERM under load. */
const longestDrain = 10_000

type Point = Sample & { times: number[]; requests: number }

/**
 * Mixed traffic for as long as there is time, 2 % of the orders with a dropped connection. Memory, descriptors, connections
 * and times must stay flat, no request may fail, and at the end the server ends under load without losing an order.
 */
export async function soak({ budget, log }: Run): Promise<Figures> {
  // A memory that is full within the first third shows a leak sooner.
  const shop = await openShop({ demo: 'small', env: { CATALOG_MEMORY_MB: '8' } })
  try {
    await shop.start()
    const database = await shop.database()
    const { pool } = database
    const goods = await plentifulGoods(database)
    for (const { productId } of goods) await setStock(pool, productId, stock)
    const traffic = await startTraffic(shop.url, goods)
    const step = Math.max(shortestStep, budget / wantedSamples)
    const points: Point[] = []
    const sum = () => Object.values(traffic.counts).reduce((total, count) => total + count, 0)
    for (let count = 0; count < Math.max(fewestSamples, Math.floor(budget / step)); count += 1) {
      await sleep(step)
      const sample = await takeSample({ pid: shop.pid() ?? 0, url: shop.url, pool })
      points.push({ ...sample, times: traffic.takeTimes(), requests: sum() })
      if (count % 10 === 9) log(`${describeSample(sample)}, ${sum()} requests`)
    }
    const failures = traffic.failures.slice()
    const begun = performance.now()
    const code = await shop.end('SIGTERM')
    const drained = performance.now() - begun
    await shop.start()
    await traffic.stop()
    await expectKept(database, traffic.acknowledged)
    await database.close()
    const verdicts = seriesOf(points).map((series) => ({ name: series.name, ...judgeSeries(series) }))
    const problems = [
      ...failures.slice(0, 3),
      ...verdicts.flatMap(({ problem }) => (problem === null ? [] : [problem])),
      ...(code === 0 && drained <= longestDrain ? [] : [`SIGTERM: code ${code} after ${Math.round(drained)} ms`]),
    ]
    if (problems.length > 0) throw new Error(problems.join('; '))
    return {
      counts: { ...traffic.counts },
      longest: { 'SIGTERM under load': drained },
      notes: verdicts.map(({ name, text }) => `${name} ${text}`),
    }
  } finally {
    await shop.remove()
  }
}

/** What must stay flat, of the samples in their order. */
export function seriesOf(points: readonly Point[]): Series[] {
  const each = (pick: (point: Point, i: number) => number) => points.map(pick)
  const times = (part: number) => each(({ times }) => percentile(times, part))
  return [
    { name: 'memory', unit: 'MB', slack: 10, values: each(({ megabytes }) => megabytes) },
    { name: 'used heap', unit: 'MB', slack: 15, isNoisy: true, values: each(({ heapMegabytes }) => heapMegabytes) },
    { name: 'open files', unit: '', slack: 5, values: each(({ descriptors }) => descriptors) },
    { name: 'connections', unit: '', slack: 2, values: each(({ connections }) => connections) },
    { name: 'CPU per request', unit: 'ms', slack: 1, isNoisy: true, values: each(cpuOf(points)) },
    { name: 'time p50', unit: 'ms', slack: 5, isNoisy: true, values: times(0.5) },
    { name: 'p95', unit: 'ms', slack: 20, isNoisy: true, values: times(0.95) },
    { name: 'p99', unit: 'ms', slack: 40, isNoisy: true, values: times(0.99) },
  ]
}

const cpuOf = (points: readonly Point[]) => (point: Point, i: number) => {
  const before = points[i - 1]
  if (before === undefined || point.requests === before.requests) return 0
  return (point.cpu - before.cpu) / (point.requests - before.requests)
}

const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0
