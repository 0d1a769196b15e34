import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyStore } from '#testing/price-oracle/any-store.ts'
import { engineCart } from '#testing/price-oracle/engine-cart.ts'
import { oracleCart } from '#testing/price-oracle/oracle-cart.ts'

// 4 × 625 stores with four carts each.
test.each([1, 75, 2026, 4711])('prices 2,500 carts like the oracle, to the kuruş (seed %i)', (seed) => {
  fc.assert(
    fc.property(anyStore(4), ({ facts, carts }) => {
      for (const cart of carts) {
        const { steps: _, ...priced } = engineCart(facts, cart)
        expect(priced).toEqual(oracleCart(facts, cart))
      }
    }),
    { seed, numRuns: 625 },
  )
})
