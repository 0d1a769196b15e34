import { choiceAt, familyAt } from './choices.ts'
import { curatedProducts } from './curated.ts'
import { createCounters, type Draft } from './draft.ts'
import { makeFamily } from './make-family.ts'
import { makeProduct } from './make-product.ts'
import { planProducts } from '#demo/plan.ts'
import { createRandom } from '#demo/random.ts'

/** Generates the products of the store in list order, with variants inside their parent. */
export function* generateProducts(count: number, seed: number): Generator<Draft> {
  const counters = createCounters()
  const random = createRandom(seed)
  const first = curatedProducts(counters, random)
  yield* first
  for (const { kind, n, isFamily } of planProducts(count - first.length, seed)) {
    const choice = isFamily ? familyAt(kind, n, seed) : choiceAt(kind, n, seed)
    yield (isFamily ? makeFamily : makeProduct)({ kind, choice, counters, random })
  }
}
