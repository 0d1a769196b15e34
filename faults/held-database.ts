import { setTimeout as sleep } from 'node:timers/promises'
import { signInBuyer } from './buyer.ts'
import type { Run } from './campaign/check.ts'
import type { Figures } from './campaign/figures.ts'
import { expectAway, healing, underTraffic } from './network-faults.ts'
import { freeze } from './processes.ts'
import { expectStatus, longestOf, p95Of } from './readers.ts'

/** Requests that wait for a locked table at the same time: more than the pool has connections. */
const waiting = 80
/** Milliseconds until what does not get a connection is refused. */
const longestRefusal = 2_500

/** Every connection of the pool waits for a lock: further requests are refused soon, and all goes on once it is released. */
export const fillPool = (_run: Run): Promise<Figures> =>
  underTraffic(async (traffic) => {
    const { database, shop, readers } = traffic
    const buyer = await signInBuyer(shop.url, 'satinalma@example.com', 'demo1234')
    const client = await database.pool.withClient(async (held) => {
      await held.query('BEGIN')
      await held.query('LOCK TABLE cart_lines IN ACCESS EXCLUSIVE MODE')
      readers.take()
      const answers = Array.from({ length: waiting }, async () => {
        const begun = performance.now()
        const status = await buyer.get('/api/catalog/cart').catch((error: Error) => error.name)
        return { what: 'cart', status, took: performance.now() - begun }
      })
      // The pool is full once some were refused, which takes as long as a connection is waited for.
      await sleep(longestRefusal)
      const [alive, ready] = await Promise.all([fetch(`${shop.url}/healthz`), fetch(`${shop.url}/readyz`)])
      const all = await Promise.all(answers)
      await held.query('ROLLBACK')
      return { all, alive: alive.status, ready: ready.status }
    })
    if (client.alive !== 200) throw new Error(`/healthz answered ${client.alive} while the pool was full.`)
    if (client.ready !== 503) throw new Error(`/readyz answered ${client.ready} while the pool was full.`)
    expectStatus(client.all, 'cart', [503])
    const refusals = client.all.map(({ took }) => took).toSorted((a, b) => a - b)
    const first = refusals.filter((took) => took <= longestRefusal).length
    if (first === 0) throw new Error(`The first request was refused only after ${Math.round(refusals[0] ?? 0)} ms.`)
    const healed = await healing(traffic)
    return {
      counts: { 'requests at once': waiting, 'refused before a lock timed out': first },
      longest: { 'first refusal': refusals[0] ?? 0, answer: longestOf(client.all), 'order afterwards': healed },
    }
  })

/** Microseconds that each commit waits for the disk; the most that PostgreSQL can be told. */
const flushDelay = 100_000
/** Milliseconds for which a stalled disk does not answer, and between two stalls. */
const stall = 3_000
const stallPause = 2_000

/** Each commit waits 100 ms for the disk; then the disk stalls, so that everything in PostgreSQL stands still for seconds. */
export const slowDisk = ({ budget }: Run): Promise<Figures> =>
  underTraffic(async (traffic) => {
    const { database, readers, stream } = traffic
    const set = async (delay: number, siblings: number) => {
      await database.pool.execute(`ALTER SYSTEM SET commit_delay = ${delay}`)
      await database.pool.execute(`ALTER SYSTEM SET commit_siblings = ${siblings}`)
      await database.pool.query('SELECT pg_reload_conf()')
    }
    const before = stream.acknowledged.size
    await set(flushDelay, 0)
    await sleep(Math.min(30_000, Math.max(4_000, budget / 3)))
    const orders = stream.acknowledged.size - before
    const slow = readers.take()
    await set(0, 5)
    expectAway(slow)
    if (orders === 0) throw new Error('No order went through while each commit waited 100 ms.')
    const stalls = Math.max(1, Math.floor(budget / 2 / (stall + stallPause)))
    for (let turn = 0; turn < stalls; turn += 1) {
      const thaw = freeze(traffic.postmaster())
      await sleep(stall).finally(thaw)
      await sleep(stallPause)
    }
    const healed = await healing(traffic)
    const stalled = readers.take()
    expectAway(stalled)
    return {
      counts: { 'orders at 100 ms for each commit': orders, 'stalls of 3 s': stalls },
      longest: {
        'cart at 100 ms (p95)': p95Of(slow, 'cart'),
        'answer in a stall': longestOf(stalled),
        'order afterwards': healed,
      },
    }
  })
