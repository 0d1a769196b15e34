import { createRandom } from '#demo/random.ts'
import { type HabitOrder, isCheap } from './habits.ts'
import { drawLine, type OrderedProduct } from './order-lines.ts'

/** Groups of products that dealers order together, and products in each. */
const groups = 6
const groupSize = 4
/** Most units of a line: the orders of all dealers together leave most of the stock. */
const mostUnits = 2

/** Adds groups of products to one order of each dealer, so that the store knows what is bought together. */
export function addPairs(
  orders: readonly HabitOrder[],
  { seed, products }: { seed: number; products: readonly OrderedProduct[] },
): void {
  const random = createRandom(seed + 89)
  // Not the products of the habits, whose rhythm would change.
  const others = products.filter((product) => isOrdinary(product) && !isCheap(product))
  const placed = orders.filter(({ lines, isCancelled }) => lines.length > 0 && !isCancelled)
  const byBuyer = Map.groupBy(placed, ({ buyer }) => buyer.userId)
  for (let group = 0; group < groups; group += 1) {
    const members = others.slice(group * groupSize, (group + 1) * groupSize)
    for (const own of byBuyer.values()) {
      const order = own[group % own.length]
      for (const product of order === undefined ? [] : members) {
        const isNew = order?.lines.every((line) => line.product !== product)
        const line = isNew ? drawLine(product, order?.buyer.discount ?? 0, random, mostUnits) : undefined
        if (line !== undefined) order?.lines.push(line)
      }
    }
  }
}

/** A product in lira that takes no order over a limit, of which the orders of all dealers leave most of the stock. */
function isOrdinary({ currency, units, stock }: OrderedProduct): boolean {
  const price = units[0]?.price ?? null
  const left = stock.reduce((sum, { quantity }) => sum + quantity, 0)
  return currency === 'TRY' && price !== null && price > 5 && price < 600 && left > 100
}
