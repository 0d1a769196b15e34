import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDealer, addProduct, setStock, type TestProduct } from '#db/test-store.ts'
import type { CartItem, OpenedCart } from '#contract/cart.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import type { Actor } from '#server/platform/http/context.ts'
import { Calls } from '#server/platform/http/handle.ts'
import { testContext } from '#server/platform/http/test-context.ts'
import { createStore, type Store } from '#server/settings/settings.ts'
import { registerCart } from './cart.ts'

// Two products, each in pieces and in boxes of four. The model is the specification read again, in whole numbers.
const units = ['ADET', 'KOLİ'] as const
const holds = { ADET: 1, KOLİ: 4 }
type Unit = (typeof units)[number]
type Model = { lines: Map<string, number>; stock: [number, number] }
type Step =
  | { do: 'add'; product: 0 | 1; unit: Unit; quantity: number }
  | { do: 'set' | 'more'; product: 0 | 1; unit?: Unit; quantity: number }
  | { do: 'unit'; product: 0 | 1; unit?: Unit; to: Unit }
  | { do: 'remove'; product: 0 | 1; unit?: Unit }
  | { do: 'paste'; rows: { product: 0 | 1; unit: Unit; quantity: number }[] }
  | { do: 'clear' }
  | { do: 'stock'; product: 0 | 1; quantity: number }

const product = fc.constantFrom(0 as const, 1 as const)
const unit = fc.constantFrom(...units)
const named = fc.option(unit, { nil: undefined })
const quantity = fc.integer({ min: 1, max: 12 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('add' as const), product, unit, quantity }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('set' as const, 'more' as const), product, unit: named, quantity }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('unit' as const), product, unit: named, to: unit }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('paste' as const),
      rows: fc.array(fc.record({ product, unit, quantity }), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), product, unit: named }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('stock' as const), product, quantity: fc.integer({ min: -3, max: 40 }) }),
  },
)

const keyOf = (productIndex: number, name: Unit) => `${productIndex} ${name}`

function base(model: Model, productIndex: number): number {
  return units.reduce((sum, name) => sum + (model.lines.get(keyOf(productIndex, name)) ?? 0) * holds[name], 0)
}

/** Applies a step to the model; answers whether it is allowed. */
function applyToModel(model: Model, step: Step): boolean {
  if (step.do === 'clear') {
    model.lines.clear()
    return true
  }
  if (step.do === 'stock') {
    model.stock[step.product] = step.quantity
    return true
  }
  if (step.do === 'paste') {
    // Each row by itself: the right ones are in, whatever the others are.
    return step.rows.map((row) => applyToModel(model, { do: 'add', ...row })).every(Boolean)
  }
  const present = units.filter((name) => model.lines.has(keyOf(step.product, name)))
  if (step.do === 'remove') {
    const going = step.unit === undefined ? present : present.filter((name) => name === step.unit)
    for (const name of going) model.lines.delete(keyOf(step.product, name))
    return going.length > 0
  }
  const next = new Map(model.lines)
  if (step.do === 'add') {
    next.set(keyOf(step.product, step.unit), (next.get(keyOf(step.product, step.unit)) ?? 0) + step.quantity)
  } else {
    const line = step.unit ?? (present.length === 1 ? present[0] : undefined)
    if (line === undefined || !present.includes(line)) return false
    const held = next.get(keyOf(step.product, line)) ?? 0
    if (step.do === 'unit') {
      next.delete(keyOf(step.product, line))
      next.set(
        keyOf(step.product, step.to),
        (step.to === line ? 0 : (next.get(keyOf(step.product, step.to)) ?? 0)) + held,
      )
    } else next.set(keyOf(step.product, line), step.do === 'set' ? step.quantity : held + step.quantity)
  }
  const after = base({ ...model, lines: next }, step.product)
  if (after > base(model, step.product) && after > model.stock[step.product]) return false
  model.lines = next
  return true
}

/** What a piece costs, in kuruş, and its tax in percent. */
const prices = [
  { kurus: 1099n, tax: 20n },
  { kurus: 333n, tax: 1n },
] as const

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
  if (!answer?.ok) throw new Error('Rows were refused as a whole.')
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
  if (!answer?.ok) throw new Error('The cart does not open.')
  const { cart } = answer.body as OpenedCart
  if (cart.totals === undefined) throw new Error('The cart has no totals.')
  return { lineCount: cart.lineCount, totals: cart.totals }
}

const sorted = (lines: Map<string, number>) => [...lines].toSorted(([a], [b]) => a.localeCompare(b))

test('any sequence of changes leaves the cart that the specification says', async () => {
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

test('changes from two tabs at once leave a cart that some order of them explains', async () => {
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

/** Every way to put two tabs' steps into one row, each tab's in its own order. */
function interleavings<Value>(a: readonly Value[], b: readonly Value[]): Value[][] {
  const [first, ...restA] = a
  const [second, ...restB] = b
  if (first === undefined) return [[...b]]
  if (second === undefined) return [[...a]]
  return [
    ...interleavings(restA, b).map((rest) => [first, ...rest]),
    ...interleavings(a, restB).map((rest) => [second, ...rest]),
  ]
}

/** Subtotal, tax and total in hundredths, by whole numbers alone: prices in kuruş, tax in percent. */
function exactTotals(lines: Map<string, number>): bigint[] {
  let [subtotal, hundredfoldTax] = [0n, 0n]
  for (const [key, quantity] of lines) {
    const [at = '0', name = 'ADET'] = key.split(' ')
    const { kurus, tax } = prices[Number(at)] ?? { kurus: 0n, tax: 0n }
    const amount = kurus * BigInt(holds[name as Unit]) * BigInt(quantity)
    subtotal += amount
    hundredfoldTax += amount * tax
  }
  const tax = (hundredfoldTax + 50n) / 100n
  return [subtotal, tax, subtotal + tax]
}

const hundredths = (value: number) => BigInt(Math.round(value * 100))

test('two tabs that work at once leave a cart that some order of their steps explains, with its exact totals', async () => {
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
      // What each tab was answered belongs to the explanation: a step that was said to be done was done.
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

function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length <= 1) return [[...values]]
  return values.flatMap((value, i) => permutations(values.toSpliced(i, 1)).map((rest) => [value, ...rest]))
}
