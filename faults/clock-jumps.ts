import { setTimeout as sleep } from 'node:timers/promises'
import { signInBuyer } from './buyer.ts'
import type { Run } from './campaign/check.ts'
import { type Figures, secondsText } from './campaign/figures.ts'
import { underTraffic } from './network-faults.ts'
import { expectStatus, longestOf } from './readers.ts'

const [hour, day] = [3_600_000, 86_400_000]
const jumps: Record<string, number> = {
  'one hour ahead': hour,
  'one hour behind': -hour,
  'a day ahead': day,
  'a day behind': -day,
  'in 2038': Date.UTC(2038, 0, 19, 3, 14, 0) - Date.now(),
}

/**
 * The clock of the server is set while dealers order and read; the database keeps the right time. Sessions, tokens and keys
 * stay valid, nobody has to wait, people can sign in, and the numbers of orders go on.
 */
export const jumpClock = ({ budget }: Run): Promise<Figures> =>
  underTraffic(async ({ control, readers, stream, shop, database }) => {
    const phase = Math.min(60_000, Math.max(3_000, budget / Object.keys(jumps).length))
    let orders = 0
    let slowest = 0
    const numbers = () => orderNumbers(database)
    for (const [name, clock] of Object.entries(jumps)) {
      const before = stream.acknowledged.size
      const last = await numbers()
      await control.set({ clock })
      readers.take()
      await sleep(phase)
      await stream.more(3)
      await signInBuyer(shop.url, 'satinalma@example.com', 'demo1234')
      const readings = readers.take()
      for (const what of ['list', 'cart', 'healthz', 'readyz']) expectStatus(readings, what, [200])
      slowest = Math.max(slowest, longestOf(readings))
      orders += stream.acknowledged.size - before
      await expectRising(name, last, numbers)
    }
    await control.set({ clock: 0 })
    return {
      counts: { jumps: Object.keys(jumps).length, 'orders at a wrong clock': orders },
      longest: { answer: slowest },
      notes: [`each for ${secondsText(phase)}`],
    }
  })

type Pooled = { pool: { one<Row extends object>(sql: string): Promise<Row | undefined> } }

const orderNumbers = async ({ pool }: Pooled): Promise<number> => {
  const row = await pool.one<{ last: number }>('SELECT max(right(order_no, 6)::int) AS last FROM orders')
  return row?.last ?? 0
}

/** The year in the number is that of the clock; its count goes on. */
async function expectRising(name: string, before: number, numbers: () => Promise<number>): Promise<void> {
  const after = await numbers()
  if (after <= before) throw new Error(`With the clock ${name}, the numbers of orders went from ${before} to ${after}.`)
}
