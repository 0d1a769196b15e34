import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportOptions, ImportQuestion } from './import-run.ts'
import { openTestImport, prices, type TestImport } from './test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(() => shop.reset())
afterAll(() => shop.drop())

// A has two prices, and a row without one; B has the same price twice; C differs in currency; D stands alone.
const file = `kod,ad,fiyat,para birimi
A,Bir,,TRY
A,Bir,10.5,TRY
B,İki,20,TRY
A,Bir,1250,TRY
B,İki,20,TRY
C,Üç,5,TRY
C,Üç,5,USD
D,Dört,7,TRY
`

async function run(options: Partial<Omit<ImportOptions, 'units'>> = {}) {
  let questions: ImportQuestion[] = []
  const onQuestions = (open: ImportQuestion[]) => {
    questions = open
  }
  const result = await shop.run([file], { prices: 'net', ...options }, { onQuestions })
  if (!result.ok) return { code: result.code, questions }
  const saved = await shop.pool.query<{ code: string; sale_value: string; sale_currency: string }>(prices)
  return {
    questions,
    saved: saved.map(({ code, sale_value, sale_currency }) => `${code} ${Number(sale_value)} ${sale_currency}`),
    report: (await shop.report())
      .filter(({ code }) => /repeated/.test(code))
      .map(({ line, code, reason }) => `${line} ${code} ${reason}`),
  }
}

test('one product with different prices in several rows is a question with its lines and prices; until then the first price counts', async () => {
  const { questions, saved, report } = await run()
  expect(questions).toEqual([
    {
      kind: 'repeated',
      file: 'file1.csv',
      columns: [],
      examples: ['A (3, 5): {10.5} TRY, {1250} TRY', 'C (7, 8): {5} TRY, {5} USD'],
    },
  ])
  expect(saved).toEqual(['A 10.5 TRY', 'B 20 TRY', 'C 5 TRY', 'D 7 TRY'])
  expect(report).toEqual([
    '2 key_repeated This product is also on line 3; that line was taken.',
    '5 price_repeated The same product has different prices on lines 3, 5 (10.50 TRY, 1,250.00 TRY); line 3 was taken.',
    '6 key_repeated This product is also on line 4; that line was taken.',
    '8 price_repeated The same product has different prices on lines 7, 8 (5.00 TRY, 5.00 USD); line 7 was taken.',
  ])
})

test('the last row counts if that is the answer', async () => {
  const { questions, saved, report } = await run({ repeatedPrices: 'last', isStrict: true })
  expect(questions).toEqual([])
  expect(saved).toEqual(['A 1250 TRY', 'B 20 TRY', 'C 5 USD', 'D 7 TRY'])
  expect(report?.map((line) => line.split(' ', 2).join(' '))).toEqual([
    '2 key_repeated',
    '3 price_repeated',
    '6 key_repeated',
    '7 price_repeated',
  ])
})

test('none of the rows counts if that is the answer', async () => {
  const { saved, report } = await run({ repeatedPrices: 'none', isStrict: true })
  expect(saved).toEqual(['B 20 TRY', 'D 7 TRY'])
  expect(report?.filter((line) => line.includes('price_repeated_none'))).toHaveLength(5)
  expect(report?.[0]).toContain('lines 3, 5 (10.50 TRY, 1,250.00 TRY); none was taken')
})

test('a strict import without an answer changes nothing', async () => {
  expect(await run({ isStrict: true })).toMatchObject({ code: 'questions_open' })
  expect(await shop.pool.query(prices)).toEqual([])
})

test('units with different prices in several rows are a question too', async () => {
  await shop.succeed(['kod,ad,fiyat\nA,Bir,10\n'], { prices: 'net' })
  const units = 'kod,birim,çarpan,fiyat\nA,KOLİ,10,90\nA,KOLİ,10,95\nA,PALET,100,800\n'
  let questions: ImportQuestion[] = []
  await shop.run([], { prices: 'net', units }, { onQuestions: (open) => (questions = open) })
  expect(questions).toMatchObject([{ kind: 'repeated', examples: ['A (2, 3): {90} TRY, {95} TRY'] }])
})

test('rows with one code and different brands are a question; matched by brand and code none of them is lost', async () => {
  const bearings = 'kod,ad,marka,fiyat\n1208,Rulman,FAG,10\n1208,Rulman,SKF,20\n1314,Rulman,FAG,5\n1314,Rulman,fag,5\n'
  const ask = async (options: Partial<Omit<ImportOptions, 'units'>>) => {
    let kinds: ImportQuestion[] = []
    await shop.reset()
    const result = await shop.run([bearings], { prices: 'net', ...options }, { onQuestions: (open) => (kinds = open) })
    return { kinds, created: result.ok ? result.summary.created : result.code }
  }
  const question = { kind: 'brands', file: 'file1.csv', columns: [], examples: ['1208 (2, 3): FAG, SKF'] }
  expect(await ask({})).toEqual({ kinds: [question], created: 2 })
  expect(await ask({ isStrict: true })).toEqual({ kinds: [question], created: 'questions_open' })
  expect(await ask({ key: 'brand+code', isStrict: true })).toEqual({ kinds: [], created: 3 })
  expect(await ask({ repeatedCodes: 'one', repeatedPrices: 'first', isStrict: true })).toEqual({
    kinds: [],
    created: 2,
  })
})
