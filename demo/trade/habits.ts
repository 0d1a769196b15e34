import { createRandom } from '#demo/random.ts'
import { drawLine, type OrderedProduct, type OrderLine } from './order-lines.ts'

/** Products that the first dealer buys regularly, and after how many days since today the last one was bought. */
const habits: readonly { quietDays: number }[] = [
  { quietDays: 26 },
  { quietDays: 24 },
  { quietDays: 22 },
  { quietDays: 22 },
  { quietDays: 0 },
]

/** At least this many days between two orders of a product. */
const gapDays = 18

export type HabitOrder = {
  buyer: { userId: number; discount: number }
  at: Date
  lines: OrderLine[]
  isCancelled: boolean
}

/**
 * Adds the same products to the orders of the first dealer again and again, so that it has a rhythm and products that are
 * due. The other lines are as without it.
 */
export function addHabits(
  orders: readonly HabitOrder[],
  {
    seed,
    today,
    buyers,
    products,
  }: { seed: number; today: Date; buyers: readonly { userId: number }[]; products: readonly OrderedProduct[] },
): void {
  const isOwn = ({ buyer, lines, isCancelled }: HabitOrder) =>
    buyer.userId === buyers[0]?.userId && lines.length > 0 && !isCancelled
  const own = orders.filter(isOwn)
  const random = createRandom(seed + 77)
  const cheap = products.filter((product) => isCheap(product))
  for (const [at, { quietDays }] of habits.entries()) {
    const product = cheap[at * 7]
    let last = 0
    for (const order of product === undefined ? [] : own) {
      const age = (today.getTime() - order.at.getTime()) / 86_400_000
      const isNew = order.lines.every((line) => line.product !== product)
      if (age < quietDays || !isNew || order.at.getTime() - last < gapDays * 86_400_000) continue
      const line = product && drawLine(product, order.buyer.discount, random)
      if (line === undefined) continue
      order.lines.push(line)
      last = order.at.getTime()
    }
  }
}

/** A product in lira with much stock, which takes no order over a limit. */
export function isCheap({ currency, units, stock }: OrderedProduct): boolean {
  const price = units[0]?.price ?? null
  const left = stock.reduce((sum, { quantity }) => sum + quantity, 0)
  return currency === 'TRY' && units.length === 1 && price !== null && price > 5 && price < 120 && left > 400
}
