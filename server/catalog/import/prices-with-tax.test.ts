import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { openTestImport, type TestImport } from './test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(() => shop.reset())
afterAll(() => shop.drop())

const saved = async () =>
  shop.pool.query(`SELECT p.code, up.sale_value::float AS sale, up.list_value::float AS list FROM products p
    JOIN unit_prices up ON up.unit_id = p.default_unit_id ORDER BY p.code`)

test('prices with VAT are saved without it, by the rate of the row', async () => {
  const file = 'Kod;Ad;Fiyat (KDV Dahil);KDV\nA;Bir;120,00;20\nB;İki;110;10\nC;Üç;99,90;1\nD;Dört;50;0\nE;Beş;0;20\n'
  expect(await shop.succeed([file])).toMatchObject({ created: 5, defaults: {} })
  expect(await saved()).toEqual([
    { code: 'A', sale: 100, list: null },
    { code: 'B', sale: 100, list: null },
    { code: 'C', sale: 98.9109, list: null },
    { code: 'D', sale: 50, list: null },
    { code: 'E', sale: 0, list: null },
  ])
  expect(await shop.succeed([file])).toMatchObject({ changed: false })
})

test('without a rate in the file, that of the product, of its parent, and of the store apply', async () => {
  await shop.succeed([
    'kod,ad,fiyat,kdv,ana kod,renk\nT,Tişört,1,10,,\nT-K,Tişört Kırmızı,1,,T,Kırmızı\nV,Vida,1,1,,\nS,Somun,1,,,\n',
  ])
  await shop.succeed(['kod,fiyat\nT-K,110\nV,101\nS,120\n'], { priceJumps: 'accept', prices: 'gross' })
  expect(await saved()).toMatchObject([
    { code: 'S', sale: 100 },
    { code: 'T', sale: 1 },
    { code: 'T-K', sale: 100 },
    { code: 'V', sale: 100 },
  ])
  const units = await shop.run([], { units: 'kod,birim,çarpan,fiyat\nV,KUTU,100,10100\n', prices: 'gross' })
  expect(units).toMatchObject({ ok: true })
  expect(
    await shop.pool.query(
      `SELECT sale_value::float AS sale FROM unit_prices JOIN product_units u ON u.id = unit_id WHERE u.name = 'KUTU'`,
    ),
  ).toEqual([{ sale: 10_000 }])
})

test('a file may mix both: by column, by row and by cell', async () => {
  const file = [
    'Kod;Ad;Satış Fiyatı;Liste Fiyatı (KDV Dahil);KDVDahil;KDV',
    'A;Bir;120;240;Evet;20',
    'B;İki;100;240;Hayır;20',
    'C;Üç;100 TL + KDV;240;Evet;20',
    'D;Dört;120;240;belki;20',
    '',
  ].join('\n')
  expect(await shop.succeed([file])).toMatchObject({ created: 3, rejected: 1, defaults: {} })
  expect(await saved()).toEqual([
    { code: 'A', sale: 100, list: 200 },
    { code: 'B', sale: 100, list: 200 },
    { code: 'C', sale: 100, list: 200 },
  ])
  expect(await shop.report()).toContainEqual(expect.objectContaining({ line: 5, code: 'basis_invalid' }))
})

test('the user may say what the prices are, or which column says it', async () => {
  const file = 'kod,ad,fiyat,vergili,kdv\nA,Bir,120,1,20\nB,İki,100,0,20\n'
  await shop.succeed([file], { prices: { column: 'vergili' } })
  expect(await saved()).toMatchObject([{ sale: 100 }, { sale: 100 }])
  await shop.succeed([file], { prices: 'gross' })
  expect(await saved()).toMatchObject([{ sale: 100 }, { sale: 83.3333 }])
  await shop.succeed([file], { prices: 'net' })
  expect(await saved()).toMatchObject([{ sale: 120 }, { sale: 100 }])
})

test('prices of which nothing says whether they include VAT count as net; this is reported, and refused when strict', async () => {
  const file = 'kod,ad,fiyat\nA,Bir,120\nB,İki,100\nC,Üç,0\n'
  expect(await shop.succeed([file])).toMatchObject({ defaults: { prices: 2 } })
  const refused = await shop.run([file], { isStrict: true })
  expect(refused).toMatchObject({
    ok: false,
    code: 'questions_open',
    facts: { questions: expect.stringContaining('fiyat') },
  })
  expect(await shop.run([file], { isStrict: true, prices: 'net' })).toMatchObject({ ok: true })
  expect(await shop.run(['kod,ad\nA,Bir\n'], { isStrict: true })).toMatchObject({ ok: true })
})

test('a preview has samples with and without VAT of both kinds of prices', async () => {
  const rows = Array.from({ length: 9 }, (_, i) => `K${i},Ürün ${i},120,${i < 7 ? 'dahil' : 'hariç'},20`)
  const { samples } = await shop.succeed([`kod,ad,fiyat,kdv dahil,kdv\n${rows.join('\n')}\n`], { dryRun: true })
  expect(samples.map(({ key, isGross, net, gross }) => [key, isGross, Number(net), Number(gross)])).toEqual([
    ['K0', true, 100, 120],
    ['K7', false, 120, 144],
    ['K1', true, 100, 120],
    ['K8', false, 120, 144],
    ['K2', true, 100, 120],
  ])
})

test('a price with VAT in kuruş is shown again as it was in the file', async () => {
  const cents = fc.sample(fc.integer({ min: 1, max: 99_999_999_99 }), { numRuns: 300, seed: 5 })
  const rates = ['0', '1', '8', '10', '18', '20', '33.33', '100']
  const rows = cents.map((amount, i) => ({
    code: `K${i}`,
    gross: decimal(amount).dividedBy(100).toFixed(2),
    rate: rates[i % rates.length] ?? '20',
  }))
  const lines = rows.map(({ code, gross, rate }) => `${code},${code},${gross},${rate}`)
  await shop.succeed([`kod,ad,fiyat kdv dahil,kdv\n${lines.join('\n')}\n`])
  const found = await shop.pool.query<{ code: string; net: string }>(
    `SELECT p.code, up.sale_value::text AS net FROM products p JOIN unit_prices up ON up.unit_id = p.default_unit_id`,
  )
  const nets = new Map(found.map(({ code, net }) => [code, net]))
  for (const { code, gross, rate } of rows) {
    const net = decimal(nets.get(code) ?? '')
    expect(net.times(decimal(100).plus(rate)).dividedBy(100).toDecimalPlaces(2).toFixed(2)).toBe(gross)
    expect(net.toFixed(4)).toBe(
      decimal(gross).times(100).dividedBy(decimal(100).plus(rate)).toDecimalPlaces(4).toFixed(4),
    )
  }
})
