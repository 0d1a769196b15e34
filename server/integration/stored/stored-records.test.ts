import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
let program: Program

beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, [
    'catalog:read',
    'catalog:write',
    'prices:read',
    'prices:write',
    'stock:read',
    'dealers:read',
    'dealers:write',
    'accounts:read',
    'accounts:write',
  ])
  await shop.database.pool.execute(
    `INSERT INTO price_lists (code, name) VALUES ('BAYI', 'Bayi') ON CONFLICT DO NOTHING`,
  )
  const rows = Array.from({ length: 25 }, (_, n) => ({
    code: `SR-${n}`,
    name: `Ürün ${n}`,
    brand: 'Voltan',
    category: ['Aletler', 'Matkaplar', 'Darbeli'],
    unit: 'ADET',
    barcode: `869${String(n).padStart(10, '0')}`,
    taxRate: 20,
    price: n + 1,
    listPrice: n + 2,
    plan1: n + 3,
    isActive: n !== 3,
    specialCode2: 'ÖK2',
    stock: { MERKEZ: n },
  }))
  await write('products', { rows })
  await write('units', { rows: [{ code: 'SR-0', unit: 'KOLİ', multiplier: 6, price: 5 }] })
  await write('prices', { priceList: 'BAYI', rows: [{ code: 'SR-1', price: '7.5', currency: 'USD' }] })
  await write('campaigns', {
    rows: [
      {
        code: 'SRK-1',
        name: 'Sonbahar',
        discount: '7.5',
        position: 2,
        products: ['SR-2', 'SR-0'],
        startsAt: '2026-10-01',
        endsAt: '2026-10-31',
      },
      { code: 'SRK-2', name: 'Kış', products: ['SR-1'], isActive: false, position: 3 },
    ],
  })
  await write('dealers', { rows: ['D1', 'D2', 'D3'].map((code) => ({ code, name: code })) })
  await write('balances', { rows: [{ dealer: 'D1', balance: '10.5', asOf: '2026-06-30' }] })
  await write('movements', { rows: [{ dealer: 'D2', reference: 'A', date: '2026-01-01', credit: 5, currency: 'USD' }] })
  await shop.database.pool.execute(`UPDATE dealers SET balance = 42 WHERE code = 'D3'`)
})
afterAll(() => shop.close())

async function write(resource: string, body: object): Promise<void> {
  const answer = await program.send('POST', `/${resource}`, { body })
  expect([answer.status, (answer.body as { rejected: number }).rejected]).toEqual([200, 0])
}
type Page = { items: Record<string, unknown>[]; cursor: string | null }
const page = async (url: string): Promise<Page> => {
  const answer = await program.send('GET', url)
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 200, code: undefined })
  return answer.body as Page
}
const all = async (url: string, limit: number, between?: () => Promise<void>): Promise<Page['items']> => {
  const items: Page['items'] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: Page = await page(`${url}${url.includes('?') ? '&' : '?'}limit=${limit}&cursor=${cursor}`)
    items.push(...next.items)
    cursor = next.cursor
    await between?.()
  }
  return items
}
const codesOf = (items: Page['items']) => items.map(({ code }) => String(code)).filter((code) => code.startsWith('SR-'))

describe('what the shop has', () => {
  test('campaigns have their limits in UTC and the codes of their products in order', async () => {
    const items = await all('/campaigns', 1)
    const own = items.filter(({ code }) => String(code).startsWith('SRK-'))
    expect(own.toSorted((a, b) => String(a['code']).localeCompare(String(b['code'])))).toEqual([
      {
        code: 'SRK-1',
        name: 'Sonbahar',
        discount: '7.50',
        startsAt: '2026-09-30T21:00:00Z',
        endsAt: '2026-10-31T21:00:00Z',
        isActive: true,
        position: 2,
        products: ['SR-2', 'SR-0'],
      },
      {
        ...{ code: 'SRK-2', name: 'Kış', discount: '0.00', startsAt: null, endsAt: null },
        ...{ isActive: false, position: 3, products: ['SR-1'] },
      },
    ])
  })

  test('products have their units, path and fields as batches name them', async () => {
    const items = await all('/catalog', 500)
    expect(items.find(({ code }) => code === 'SR-0')).toEqual({
      code: 'SR-0',
      externalKey: null,
      name: 'Ürün 0',
      brand: 'Voltan',
      brandCode: 'VOLTAN',
      model: null,
      category: ['Aletler', 'Matkaplar', 'Darbeli'],
      categoryCode: null,
      unit: 'ADET',
      units: [
        { unit: 'ADET', multiplier: '1.000', barcode: '8690000000000' },
        { unit: 'KOLİ', multiplier: '6.000', barcode: null },
      ],
      taxRate: '20.00',
      equivalentCode: null,
      specialCode1: null,
      specialCode2: 'ÖK2',
      specialCode3: null,
      specialCode4: null,
      specialCode5: null,
      isActive: true,
      parentCode: null,
    })
    expect(items.find(({ code }) => code === 'SR-3')).toMatchObject({ isActive: false })
    const path = [
      { code: '01', name: 'Aletler' },
      { code: '01.2', name: 'Matkaplar', parentCode: '01' },
      { code: '01.2.3', name: 'Darbeli', parentCode: '01.2' },
    ]
    await write('categories', { rows: path })
    expect(await all('/catalog', 500)).toContainEqual(expect.objectContaining({ code: 'SR-0', categoryCode: '01.2.3' }))
  })

  test.each(['/catalog', '/stock', '/prices'])(
    'pages of %s have every record once, while codes change and products come',
    async (url) => {
      const { pool } = shop.database
      let round = 0
      const items = await all(url, 4, async () => {
        round += 1
        await pool.execute(`UPDATE products SET name = name || '!' WHERE code = 'SR-${round}'`)
        if (round === 2)
          await write('products', { rows: [{ code: `NEW${url}`, name: 'Yeni', price: 1, stock: { MERKEZ: 1 } }] })
      })
      const codes = codesOf(items).filter((code, index, list) => url !== '/prices' || list.indexOf(code) === index)
      expect(codes).toEqual(Array.from({ length: 25 }, (_, n) => `SR-${n}`))
      expect(items.at(-1)).toMatchObject({ code: `NEW${url}` })
    },
  )

  test('prices are those of the list', async () => {
    const items = await all('/prices', 500)
    expect(items.filter(({ code }) => code === 'SR-0')).toMatchObject([
      {
        unit: 'ADET',
        price: '1.0000',
        currency: 'TRY',
        listPrice: '2.0000',
        plans: [{ plan: 'plan1', price: '3.0000', currency: 'TRY' }],
      },
      { unit: 'KOLİ', price: '5.0000', listPrice: null, plans: [] },
    ])
    expect(await all('/prices?priceList=BAYI', 500)).toMatchObject([{ code: 'SR-1', price: '7.5000', currency: 'USD' }])
    const unknown = await program.send('GET', '/prices?priceList=YOK')
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'price_list_not_found'])
  })

  test('balances have each account, from the ERP, of movements, or entered in the shop', async () => {
    const items = (await all('/balances', 2)).filter(({ dealer }) => String(dealer).startsWith('D'))
    expect(items).toMatchObject([
      { dealer: 'D1', accounts: [{ currency: 'TRY', balance: '10.50', asOf: '2026-06-30', isFromErp: true }] },
      { dealer: 'D2', accounts: [{ currency: 'USD', balance: '-5.00', isFromErp: false }] },
      { dealer: 'D3', accounts: [{ currency: 'TRY', balance: '42.00', asOf: null, isFromErp: false }] },
    ])
    const cards = await all('/dealer-cards', 2)
    expect(cards.map(({ code }) => code).filter((code) => String(code).startsWith('D'))).toEqual(['D1', 'D2', 'D3'])
  })

  test.each(['cursor=e5', 'cursor=r', 'cursor=r99999999999', 'cursor=r0', 'limit=0', 'limit=2001', 'limit=x'])(
    'refuses ?%s',
    async (query) => {
      const answer = await program.send('GET', `/stock?${query}`)
      expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
    },
  )
})
