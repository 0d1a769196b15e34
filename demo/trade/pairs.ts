import { createRandom } from '#demo/random.ts'
import { type HabitOrder, isCheap } from './habits.ts'
import { drawLine, type OrderedProduct } from './order-lines.ts'

/** Groups of products that dealers order together, and products in each. */
const groups = 6
const groupSize = 4

/** Adds groups of products to one order of each dealer, so that the store knows what is bought together. */
export function addPairs(
  orders: readonly HabitOrder[],
  { seed, products }: { seed: number; products: readonly OrderedProduct[] },
): void {
  const random = createRandom(seed + 89)
  const cheap = products.filter((product) => isCheap(product))
  const placed = orders.filter(({ lines, isCancelled }) => lines.length > 0 && !isCancelled)
  const byBuyer = Map.groupBy(placed, ({ buyer }) => buyer.userId)
  for (let group = 0; group < groups; group += 1) {
    // Between the products of the habits, which are seven apart.
    const from = group * 7 + 2
    const members = cheap.slice(from, from + groupSize)
    for (const own of byBuyer.values()) {
      const order = own[group % own.length]
      for (const product of order === undefined ? [] : members) {
        const isNew = order?.lines.every((line) => line.product !== product)
        const line = isNew ? drawLine(product, order?.buyer.discount ?? 0, random) : undefined
        if (line !== undefined) order?.lines.push(line)
      }
    }
  }
}
