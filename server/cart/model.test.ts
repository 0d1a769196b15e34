import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDealer, addProduct, setStock, type TestProduct } from '#testing/store-rows.ts'
import type { CartItem, OpenedCart } from '#contract/shop/cart.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { type Actor, Calls } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { createStore, type Store } from '#server/settings/settings.ts'
import { registerCart } from './cart.ts'
import {
  applyToModel,
  exactTotals,
  interleavings,
  keyOf,
  type Model,
  permutations,
  prices,
  type Step,
  step,
  type Unit,
} from './test-model.ts'

let database: TestDatabase
let store: Store
let calls: Calls
let products: [TestProduct, TestProduct]

beforeAll(async () => {
  database = await createTestDatabase()
  store = await createStore(database.pool)
  calls = new Calls()
  registerCart(calls, { pool: database.pool, store })
  const make = ({ kurus, tax }: (typeof prices)[number]) =>
    addProduct(database.pool, { units: { KOLİ: 4 }, stock: 0, price: Number(kurus) / 100, taxRate: Number(tax) })
  products = [await make(prices[0]), await make(prices[1])]
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

async function applyToShop(actor: Actor, step: Step): Promise<boolean> {
  if (step.do === 'paste') return pasteIntoShop(actor, step)
  if (step.do === 'clear') return send(actor, 'DELETE', '/api/catalog/cart')
  const { id, units: ids } = products[step.product]
  if (step.do === 'stock') {
    await setStock(database.pool, id, step.quantity)
    return true
  }
  const params = { productId: String(id) }
  const path = '/api/catalog/cart/:productId'
  if (step.do === 'add') {
    return send(actor, 'POST', path, { params, body: { quantity: step.quantity, productValue: ids[step.unit] } })
  }
  const query = step.unit === undefined ? {} : { unit: String(ids[step.unit]) }
  if (step.do === 'remove') return send(actor, 'DELETE', path, { params, query })
  const body =
    step.do === 'unit' ? { unit: ids[step.to] } : { [step.do === 'set' ? 'quantity' : 'addQuantity']: step.quantity }
  return send(actor, 'PATCH', path, { params, query, body })
}

async function pasteIntoShop(actor: Actor, { rows }: Extract<Step, { do: 'paste' }>): Promise<boolean> {
  const lines = rows.map(({ product: at, unit: name, quantity: count }) => {
    return { code: products[at].code, quantity: count, unit: name }
  })
  const answer = await calls.find('POST', '/api/catalog/cart/lines')?.run({ body: { lines } }, testContext({ actor }))
  if (!answer?.ok) throw new Error('The rows were refused.')
  return (answer.body as { addedCount: number }).addedCount === rows.length
}

async function send(actor: Actor, method: string, path: string, input: object = {}): Promise<boolean> {
  const answer = await calls.find(method, path)?.run(input, testContext({ actor }))
  return answer?.ok === true
}

async function shopLines(actor: Actor): Promise<Map<string, number>> {
  const answer = await calls.find('GET', '/api/catalog/cart')?.run({}, testContext({ actor }))
  const items = answer?.ok ? (answer.body as CartItem[]) : []
  return new Map(
    items.map((item) => {
      const index = products.findIndex(({ id }) => id === item.product.id)
      return [keyOf(index, item.productUnit.value as Unit), item.quantity]
    }),
  )
}

async function shopSums(actor: Actor) {
  const answer = await calls.find('GET', '/api/catalog/cart/page')?.run({}, testContext({ actor }))
  if (!answer?.ok) throw new Error('Could not open the cart.')
  const { cart } = answer.body as OpenedCart
  if (cart.totals === undefined) throw new Error('The cart has no totals.')
  return { lineCount: cart.lineCount, totals: cart.totals }
}

const sorted = (lines: Map<string, number>) => [...lines].toSorted(([a], [b]) => a.localeCompare(b))

test('any sequence of changes results in the cart that the model predicts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      const actor = await addDealer(database.pool)
      const model: Model = { lines: new Map(), stock: [20, 7] }
      for (const [i, stock] of model.stock.entries()) await setStock(database.pool, products[i]?.id ?? 0, stock)
      for (const each of steps) {
        expect({ each, isDone: await applyToShop(actor, each) }).toEqual({ each, isDone: applyToModel(model, each) })
        expect(sorted(await shopLines(actor))).toEqual(sorted(model.lines))
      }
    }),
    { numRuns: 40, endOnFailure: false },
  )
})

test('concurrent changes from two tabs result in a cart that some order of them explains', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        step.filter(({ do: what }) => what !== 'stock'),
        { minLength: 2, maxLength: 3 },
      ),
      async (steps) => {
        const actor = await addDealer(database.pool)
        const stock: [number, number] = [20, 7]
        for (const [i, each] of stock.entries()) await setStock(database.pool, products[i]?.id ?? 0, each)
        await applyToShop(actor, { do: 'add', product: 0, unit: 'ADET', quantity: 2 })
        await Promise.all(steps.map((each) => applyToShop(actor, each)))
        const outcome = JSON.stringify(sorted(await shopLines(actor)))
        const possible = permutations(steps).map((order) => {
          const model: Model = { lines: new Map([[keyOf(0, 'ADET'), 2]]), stock }
          for (const each of order) applyToModel(model, each)
          return JSON.stringify(sorted(model.lines))
        })
        expect(possible).toContain(outcome)
      },
    ),
    { numRuns: 30 },
  )
})

const hundredths = (value: number) => BigInt(Math.round(value * 100))

test('two tabs that work concurrently result in a cart that some interleaving of their steps explains, with exact totals', async () => {
  const steps = fc.array(
    step.filter(({ do: what }) => what !== 'stock'),
    { minLength: 1, maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(steps, steps, async (left, right) => {
      const actor = await addDealer(database.pool)
      const stock: [number, number] = [20, 7]
      for (const [i, each] of stock.entries()) await setStock(database.pool, products[i]?.id ?? 0, each)
      const work = async (own: readonly Step[]) => {
        const done: boolean[] = []
        for (const each of own) done.push(await applyToShop(actor, each))
        return done
      }
      const [doneLeft, doneRight] = await Promise.all([work(left), work(right)])
      const lines = await shopLines(actor)
      // The outcomes are part of the explanation: a step that was reported as done was done.
      const outcome = JSON.stringify([sorted(lines), doneLeft, doneRight])
      const possible = interleavings(
        left.map((each, i) => ({ each, tab: 0, i })),
        right.map((each, i) => ({ each, tab: 1, i })),
      ).map((order) => {
        const model: Model = { lines: new Map(), stock }
        const done: [boolean[], boolean[]] = [[], []]
        for (const { each, tab } of order) done[tab === 0 ? 0 : 1].push(applyToModel(model, each))
        return JSON.stringify([sorted(model.lines), ...done])
      })
      expect(possible).toContain(outcome)
      const { lineCount, totals } = await shopSums(actor)
      expect(lineCount).toBe(lines.size)
      expect([totals.subtotal, totals.tax, totals.total].map(hundredths)).toEqual(exactTotals(lines))
    }),
    { numRuns: 40, endOnFailure: false },
  )
})
