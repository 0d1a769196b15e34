import type { Db } from '#server/platform/db/pool.ts'
import { type FoundFilter, type OrderSums, sumOrders } from './administration-queries.ts'

/** Counting more orders than these takes longer than the page itself. */
const manyOrders = 200_000
const keptFor = 10_000 // milliseconds
const keptMax = 100

type Options = { many?: number; now?(): number }

/** Sums of lists of orders. Those of very many orders are kept for ten seconds, while a person turns pages. */
export function createOrderSums(db: Db, { many = manyOrders, now = () => performance.now() }: Options = {}) {
  const kept = new Map<string, { sums: OrderSums; until: number }>()
  return async (filter: FoundFilter): Promise<OrderSums> => {
    const key = JSON.stringify(filter)
    const known = kept.get(key)
    if (known !== undefined && known.until > now()) return known.sums
    kept.delete(key)
    const sums = await sumOrders(db, filter)
    if (sums.total < many) return sums
    if (kept.size >= keptMax) kept.clear()
    kept.set(key, { sums, until: now() + keptFor })
    return sums
  }
}
