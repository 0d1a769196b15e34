import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPeople, type People } from '#testing/people.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'
import { addDealer } from '#testing/store-rows.ts'

let shop: TestShop
let program: Program
let dealer: string
beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, ['catalog:write', 'prices:write', 'stock:write', 'accounts:write', 'dealers:write'])
  dealer = (await addDealer(shop.database.pool)).dealer?.code ?? ''
})
afterAll(() => shop.close())

type Reply = {
  isWritten: boolean
  results: {
    status: string
    error: { code: string; field: string | null; message: string } | null
    warnings: { code: string; field: string | null; message: string }[]
  }[]
}
const post = async (resource: string, rows: readonly object[]): Promise<Reply> => {
  const answer = await program.send('POST', `/${resource}`, { body: { rows } })
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 200, code: undefined })
  return answer.body as Reply
}
const countProducts = async () => (await shop.database.pool.query('SELECT FROM products')).length

test('5,001 rows are refused as a whole', async () => {
  const before = await countProducts()
  const rows = Array.from({ length: 5001 }, (_, n) => ({ code: `ÇOK-${n}`, name: 'Çok' }))
  const answer = await program.send('POST', '/products', { body: { rows } })
  expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
  expect(answer.body).toMatchObject({ error: { fields: { rows: 'En çok 5.000 kayıt olabilir.' } } })
  const empty = await program.send('POST', '/products', { body: { rows: [] } })
  expect([empty.status, codeOf(empty)]).toEqual([422, 'validation_failed'])
  expect(await countProducts()).toBe(before)
})

test('only a figure in another notation is told about the decimal point', async () => {
  const row = { code: 'N', name: 'N' }
  const { results } = await post('products', [
    { ...row, price: '1.234,56' },
    { ...row, isActive: 'evet' },
    { ...row, price: 'çok' },
  ])
  const hint = 'Sayılar ondalık noktayla yazılır (1234.56).'
  expect(results.map(({ error }) => error?.message)).toEqual([
    `“price” için geçersiz değer: 1.234,56. ${hint}`,
    '“isActive” için geçersiz değer: evet.',
    '“price” için geçersiz değer: çok.',
  ])
})

describe('a row is refused with field and reason, and the next one is written:', () => {
  const product = { code: 'İYİ', name: 'İyi ürün', price: 10 }
  beforeAll(async () => void (await post('products', [{ ...product, code: 'VAR' }])))

  test.each([
    [
      'a unit that the product does not have',
      'prices',
      { code: 'VAR', unit: 'FIÇI', price: 5 },
      'unit_unknown',
      'unit',
    ],
    ['a new unit without a multiplier', 'units', { code: 'VAR', unit: 'FIÇI' }, 'multiplier_missing', 'multiplier'],
    ['a price with comma', 'products', { code: 'F', name: 'F', price: '1.234,56' }, 'value_invalid', 'price'],
    ['a negative price', 'prices', { code: 'VAR', price: -1 }, 'number_negative', 'price'],
    ['VAT above 100', 'products', { code: 'K', name: 'K', taxRate: 118 }, 'tax_invalid', 'taxRate'],
    ['VAT with comma', 'products', { code: 'K', name: 'K', taxRate: '18,5' }, 'value_invalid', 'taxRate'],
    ['an unknown currency', 'prices', { code: 'VAR', price: 1, currency: 'XAU' }, 'currency_unknown', 'currency'],
    ['a field that does not exist', 'products', { code: 'A', name: 'A', fiyat: 1 }, 'field_unknown', 'fiyat'],
  ])('%s', async (_name, resource, row, code, field) => {
    const good = resource === 'products' ? product : { ...product, name: undefined, code: 'VAR' }
    const sent = resource === 'units' ? { ...good, unit: 'KOLİ', multiplier: 6 } : good
    const answer = await program.send('POST', `/${resource}`, { body: { rows: [row, sent] } })
    const { results } = answer.body as Reply
    expect(results[0]).toMatchObject({ status: 'rejected', error: { code, field } })
    expect(results[0]?.error?.message).not.toBe('')
    expect(results[1]?.status).not.toBe('rejected')
  })

  test('a day that does not exist', async () => {
    const rows = ['2026-02-31', '31.02.2026', '2026-06-12'].map((date, n) => {
      return { dealer, reference: `R-${n}`, date, kind: 'invoice', debit: 10 }
    })
    const { results } = await post('movements', rows)
    expect(results.map(({ error }) => error?.code)).toEqual(['date_invalid', 'date_invalid', undefined])
  })

  test('a code that an earlier row has', async () => {
    const rows = ['İKİ', 'İKİ', 'iki'].map((code, n) => ({ code, name: `İki ${n}` }))
    const { results } = await post('products', rows)
    expect(results.map(({ status, error }) => error?.code ?? status)).toEqual(['created', 'key_repeated', 'created'])
  })
})

test('a repeated code, barcode or price names the earlier row by its place in the request, from 0', async () => {
  const row = (code: string, more: object = {}) => ({ code, name: code, ...more })
  const { results } = await post('products', [
    row('YER-A'),
    row('YER-B', { barcode: '4006381333931', price: 5 }),
    row('YER-C', { barcode: '4006381333931' }),
    row('YER-B'),
    row('YER-B', { price: 6 }),
  ])
  expect(results.map(({ error, warnings }) => error?.message ?? warnings[0]?.message)).toEqual([
    undefined,
    undefined,
    'Barkod 4006381333931, isteğin 1 numaralı satırında da geçiyor (satırlar 0’dan sayılır).',
    'Bu kayıt isteğin 1 numaralı satırında da var (satırlar 0’dan sayılır).',
    'Bu kayıt isteğin 1 numaralı satırında başka bir fiyatla da var (satırlar 0’dan sayılır); o satır alındı.',
  ])
})

describe('a unit that is probably misspelt is written with a warning:', () => {
  const warnings = async (rows: readonly object[]) =>
    (await post('products', rows)).results.map((result) => result.warnings.map(({ code, field }) => [code, field]))

  test('a new default unit of a product, with the one before', async () => {
    await post('products', [{ code: 'BRM', name: 'Birimli', unit: 'ADET' }])
    const { results } = await post('products', [{ code: 'BRM', unit: 'ADTE' }])
    expect(results[0]).toMatchObject({
      status: 'updated',
      warnings: [
        {
          code: 'unit_added',
          field: 'unit',
          message: 'Ürünün “ADTE” adında bir birimi yoktu: eklendi ve varsayılan birimi oldu (önceki: ADET).',
        },
      ],
    })
    // Both are units of the product now.
    expect(await warnings([{ code: 'BRM', unit: 'ADTE' }])).toEqual([[]])
    expect(await warnings([{ code: 'BRM', unit: 'ADET' }])).toEqual([[]])
  })

  test('the first product of the shop with a unit, at its first row', async () => {
    const rows = ['1', '2'].map((n) => ({ code: `İLK-${n}`, name: 'İlk', unit: 'VARİL' }))
    expect(
      await warnings([...rows, { code: 'İLK-3', name: 'İlk', unit: 'ADET' }, { code: 'İLK-4', name: 'İlk' }]),
    ).toEqual([[['unit_new', 'unit']], [], [], []])
    expect(await warnings([{ code: 'İLK-5', name: 'İlk', unit: 'VARİL' }])).toEqual([[]])
  })
})

test('a code of 300 letters is stored with a warning, one of 501 is refused with the limit', async () => {
  const rows = [300, 501].map((length) => ({ code: 'K'.repeat(length), name: 'Uzun' }))
  const answer = await program.send('POST', '/products', { body: { rows } })
  expect(answer.body).toMatchObject({
    results: [
      { status: 'created', warnings: [{ code: 'code_long' }] },
      {
        status: 'rejected',
        error: { code: 'value_too_long', field: 'code', message: '“code” çok uzun: en çok 500.' },
      },
    ],
  })
})

test('a VAT rate of 18.5 is stored as it is, one with three decimals is refused', async () => {
  await post('products', [{ code: 'KDV', name: 'KDV', taxRate: 18.5 }])
  const row = await shop.database.pool.one("SELECT tax_rate FROM products WHERE code = 'KDV'")
  expect(row).toEqual({ tax_rate: '18.50' })
  const rates = [18.555, '18.555', '18.50000', 20]
  const { results } = await post(
    'products',
    rates.map((taxRate, n) => ({ code: `KDV-${n}`, name: 'KDV', taxRate })),
  )
  expect(results.map(({ error }) => error?.message)).toEqual([
    '“taxRate” en çok iki ondalıklı olabilir: 18.555.',
    '“taxRate” en çok iki ondalıklı olabilir: 18.555.',
    undefined,
    undefined,
  ])
})

test('a row that is no object refuses the request', async () => {
  const answer = await program.send('POST', '/products', { body: { rows: [{ code: 'A', name: 'A' }, 'B'] } })
  expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
})

test('the same request twice at once adds each product once, with and without an Idempotency-Key', async () => {
  for (const headers of [{}, { 'idempotency-key': 'ayni' }]) {
    const rows = Array.from({ length: 50 }, (_, n) => ({
      code: `AYNI-${Object.keys(headers).length}-${n}`,
      name: 'Aynı',
    }))
    const answers = await Promise.all([1, 2].map(() => program.send('POST', '/products', { body: { rows }, headers })))
    const created = answers.map(({ body }) => (body as { created?: number }).created ?? 0)
    // With a key, the second request is answered with 409 or with the answer of the first.
    expect(Math.max(...created)).toBe(50)
    const stored = await shop.database.pool.query('SELECT FROM products WHERE code LIKE $1', [
      `AYNI-${Object.keys(headers).length}-%`,
    ])
    expect(stored).toHaveLength(50)
  }
})

test('a key without the scope learns nothing about what exists', async () => {
  const people: People = await addPeople(shop)
  const stranger = await addProgram(shop, ['prices:read'])
  const answers = await Promise.all([
    ...[people.orderNo, 'S0'].map((orderNo) => stranger.send('GET', `/orders/${orderNo}`)),
    ...[people.orderNo, 'S0'].map((orderNo) =>
      stranger.send('POST', `/orders/${orderNo}/ack`, { body: { documentNo: '1' } }),
    ),
    ...['VAR', 'YOK'].map((code) => stranger.send('POST', '/products', { body: { rows: [{ code, price: 1 }] } })),
    ...['VAR', 'YOK'].map((code) => stranger.send('POST', '/stock', { body: { rows: [{ code, quantity: 1 }] } })),
  ])
  expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual(answers.map(() => [403, 'scope_missing']))
  for (const [n, answer] of answers.entries()) if (n % 2 === 1) expect(answer.text).toBe(answers[n - 1]?.text)
})
