import { afterAll, beforeAll, expect, test } from 'vitest'
import type { readOrderText } from '#contract/shop/order-text.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { openTestDemo, type TestDemo } from '#demo/test-demo.ts'
import { type Catalog, openCatalog } from '#server/catalog/catalog.ts'
import { openSearchRules, type SearchRules } from '#server/search-rules/search-rules.ts'
import { createStore, type Store } from '#server/settings/settings.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { Calls } from '#server/visitor/visitor.ts'
import { type OrderText, type Score, scoreText } from '#testing/order-texts/score.ts'
import { writtenA } from '#testing/order-texts/written-a.ts'
import writtenB from '#testing/order-texts/written-b.json' with { type: 'json' }
import { registerOrderTexts } from '#server/cart/cart.ts'

let demo: TestDemo
let store: Store
let rules: SearchRules
let catalog: Catalog
let calls: Calls

beforeAll(async () => {
  demo = await openTestDemo()
  store = await createStore(demo.pool, { pollMilliseconds: 3_600_000 })
  rules = await openSearchRules(demo.pool, {})
  catalog = openCatalog(demo.pool, { searchTerms: rules.terms })
  await catalog.catchUp()
  calls = new Calls()
  registerOrderTexts(calls, { pool: demo.pool, store, catalog })
})
afterAll(async () => {
  await Promise.all([store, rules, catalog].map((part) => part.close()))
  await demo.close()
})

async function read(text: string): Promise<Reply<typeof readOrderText>> {
  const context = testContext({ guestCart: { token: 'guest', isStored: false } })
  const answer = await calls.find('POST', '/api/catalog/order-text')?.run({ body: { text } }, context)
  if (!answer?.ok) throw new Error(JSON.stringify(answer))
  return answer.body as Reply<typeof readOrderText>
}

async function scoreAll(texts: readonly OrderText[]): Promise<Score[]> {
  const scores: Score[] = []
  for (const text of texts) scores.push(scoreText(text, (await read(text.text)).lines))
  return scores
}

const sum = (scores: readonly Score[], of: (score: Score) => number) =>
  scores.reduce((total, one) => total + of(one), 0)

test.each([
  ['by someone who knows the rules', writtenA],
  ['by someone who does not', writtenB],
])('a hundred texts written %s give nine lines of ten exactly, and no wrong one without asking', async (_, texts) => {
  expect(texts).toHaveLength(100)
  const scores = await scoreAll(texts)
  expect(scores.flatMap(({ wrong }) => wrong)).toEqual([])
  expect(sum(scores, ({ right }) => right) / sum(scores, ({ expected }) => expected)).toBeGreaterThanOrEqual(0.9)
})

test('what is no line is set aside with its reason', async () => {
  const { lines, asides } = await read(
    'Selam, kolay gelsin\n5 ad KVR-PNS-180\nToplam: 1.250 TL\nTel: 0532 123 45 67\n12,50 TL\n5 ad zxqwvy\nKod\tMiktar\nKVR-CKC-500\t2',
  )
  expect(lines.map(({ choices: [first], confidence }) => [first?.code, first?.quantity, confidence])).toEqual([
    ['KVR-PNS-180', 5, 'sure'],
    ['KVR-CKC-500', 2, 'sure'],
  ])
  expect(asides.map(({ row, reason }) => [row, reason])).toEqual([
    [1, 'greeting'],
    [3, 'total'],
    [4, 'address'],
    [5, 'price'],
    [6, 'unknown'],
    [7, 'heading'],
  ])
})

test.each([
  ['several products', '5 ad kablo bağı', ['product']],
  ['a product with variants', '5 ad VLT-KNK-D', ['variant']],
  ['no quantity', 'KVR-PNS-180', ['quantity']],
  ['no unit, where there are several', 'VLT-ELT-ANH-TK 5', ['unit']],
  ['a unit that the product has not', 'VLT-ELT-ANH-TK 5 paket', ['unit']],
  ['a quantity that is none', '-5 ad KVR-PNS-180', ['quantity']],
  ['a quantity of 0', '0 ad KVR-PNS-180', ['quantity']],
  ['1e9', '1e9 ad KVR-PNS-180', ['quantity']],
  ['parts of a piece', '1.000,50 ad KVR-PNS-180', ['quantity']],
])('%s is asked about', async (_, text, doubts) => {
  const [line] = (await read(text)).lines
  expect(line?.confidence).toBe('doubtful')
  expect(line?.doubts).toEqual(expect.arrayContaining(doubts))
  expect(line?.choices.length).toBeGreaterThanOrEqual(1)
  expect(line?.choices.length).toBeLessThanOrEqual(3)
})

test('a barcode of two products is asked about, with both', async () => {
  const [shared] = await demo.pool.query<{ barcode: string }>(
    `UPDATE product_units SET barcode = '8690000000999'
      WHERE id IN (SELECT p.default_unit_id FROM products p WHERE p.code IN ('KVR-PNS-180', 'KVR-CKC-500'))
      RETURNING barcode`,
  )
  await catalog.catchUp()
  const [line] = (await read(`${shared?.barcode} 5 adet`)).lines
  expect(line?.confidence).toBe('doubtful')
  expect(line?.choices.map(({ code }) => code).toSorted()).toEqual(['KVR-CKC-500', 'KVR-PNS-180'])
})

test('the number of statements does not depend on the number of lines; a guest sees no choice of a dealer', async () => {
  const counted = async (text: string) => {
    let count = 0
    const pool = new Proxy(demo.pool, {
      get(target, key, receiver) {
        const value: unknown = Reflect.get(target, key, receiver)
        if (key !== 'query' || typeof value !== 'function') return value
        return (...parts: unknown[]) => {
          count++
          return Reflect.apply(value, target, parts) as unknown
        }
      },
    })
    const own = new Calls()
    registerOrderTexts(own, { pool, store, catalog })
    const context = testContext({ guestCart: { token: 'guest', isStored: false } })
    await own.find('POST', '/api/catalog/order-text')?.run({ body: { text } }, context)
    return count
  }
  const one = await counted('5 ad KVR-PNS-180')
  const many = writtenA.map(({ text }) => text).join('\n')
  expect(await counted(many)).toBe(one)
})
