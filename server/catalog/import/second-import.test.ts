import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hardware, movementsDiffer, openTestImport, type TestImport } from './test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(() => shop.reset())
afterAll(() => shop.drop())

describe('a second import', () => {
  test('of the same file reports that nothing changed', async () => {
    await shop.succeed([hardware])
    const before = await shop.snapshot()
    const summary = await shop.succeed([hardware])
    expect(summary).toMatchObject({ created: 0, updated: 0, unchanged: 3, changed: false })
    expect(await shop.snapshot()).toBe(before)
  })

  test('writes only differences', async () => {
    await shop.succeed([hardware])
    const [old] = await shop.pool.query<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM catalog_changes')
    const changed = hardware.replace('12,5;;EURO;10;-3', '13;;EURO;10;5')
    expect(await shop.succeed([changed])).toMatchObject({
      created: 0,
      updated: 1,
      unchanged: 2,
      counts: { prices: 1, stocks: 1 },
    })
    const recorded = await shop.pool.query(
      'SELECT DISTINCT p.code FROM catalog_changes c LEFT JOIN products p ON p.id = ANY (c.product_ids) WHERE seq > $1',
      [old?.seq],
    )
    expect(recorded).toEqual([{ code: '002' }])
    expect(await shop.pool.query('SELECT quantity, reason FROM stock_movements ORDER BY id')).toEqual([
      { quantity: '12.000', reason: 'import' },
      { quantity: '-3.000', reason: 'import' },
      { quantity: '8.000', reason: 'import' },
    ])
    expect(await shop.pool.query(movementsDiffer)).toEqual([])
  })

  const others = `code,name,attribute:Güç,attribute:Renk,model,category,barcode,description,equivalent_code,ozelkod,meta_title,tax_rate,brand
001,Çekiç,500 W,Sarı,A1,Aletler > Çekiç,8690504015833,Açıklama,EŞ-1,ÖZ-1,Başlık,20,Izeltas
`

  test('keeps values whose column is missing or whose cell is empty', async () => {
    await shop.succeed([hardware])
    await shop.succeed([others])
    const [columns = ''] = others.split('\n')
    const fresh = `002,Metre,10 W,Mavi,B2,Metre,96385074,Metin,EŞ-2,ÖZ-2,Baş,10,Stanley`
    await shop.succeed([`${columns}\n001${','.repeat(12)}\n${fresh}\n`])
    const kept = await shop.pool.query("SELECT * FROM products WHERE code = '001'")
    const text = JSON.stringify(kept)
    for (const word of ['500 W', 'Sarı', 'Açıklama', 'EŞ-1', 'ÖZ-1', 'Başlık']) expect(text).toContain(word)
    const [row] = await shop.pool.query(
      `SELECT b.name AS brand, m.name AS model, c.name AS category, p.tax_rate, u.barcode FROM products p
         JOIN brands b ON b.id = p.brand_id JOIN models m ON m.id = p.model_id JOIN categories c ON c.id = p.category_id
         JOIN product_units u ON u.id = p.default_unit_id WHERE p.code = '001'`,
    )
    expect(row).toEqual({
      brand: 'Izeltas',
      model: 'A1',
      category: 'Çekiç',
      tax_rate: '20.00',
      barcode: '8690504015833',
    })
  })

  test("assigns a model beside an empty brand to the product's current brand", async () => {
    await shop.succeed([hardware])
    await shop.succeed(['code,brand,model\n001,,A2\n002,Stanley,\n'])
    const model = `SELECT b.name AS brand FROM models m JOIN brands b ON b.id = m.brand_id WHERE m.name = 'A2'`
    expect(await shop.pool.query(model)).toEqual([{ brand: 'Izeltas' }])
  })

  test('merges attributes label by label', async () => {
    await shop.succeed([others])
    const text = 'code,name,attribute:Renk,attribute:Güç,attribute:Boy\n001,,Mavi,,30 cm\n'
    expect(await shop.succeed([text])).toMatchObject({ updated: 1 })
    expect(await shop.pool.query('SELECT attributes FROM products')).toEqual([
      {
        attributes: [
          ['Güç', '500 W'],
          ['Renk', 'Mavi'],
          ['Boy', '30 cm'],
        ],
      },
    ])
    expect(await shop.succeed([text])).toMatchObject({ changed: false })
  })

  test('keeps prices of empty cells; a price of 0 is saved as 0, without list and plan prices', async () => {
    await shop.succeed([hardware])
    const value = `SELECT sale_value, list_value, plan1_value FROM unit_prices up
      JOIN products p ON p.default_unit_id = up.unit_id WHERE p.code = '001'`
    const text = 'kod,fiyat,liste fiyatı,plan1\n001,,1600,\n002,20,,\n003,,30,\n'
    expect(await shop.succeed([text])).toMatchObject({ updated: 2, counts: { prices: 2 } })
    expect(await shop.report()).toMatchObject([{ code: 'column_empty' }, { line: 4, code: 'price_missing' }])
    expect(await shop.pool.query(value)).toEqual([
      { sale_value: '1234.5600', list_value: '1600.0000', plan1_value: '1200.0000' },
    ])
    expect(await shop.succeed([text])).toMatchObject({ changed: false })
    expect(await shop.succeed(['kod,fiyat,plan1\n001,,0\n002,20,\n'])).toMatchObject({ updated: 1 })
    expect(await shop.pool.query(value)).toEqual([
      { sale_value: '1234.5600', list_value: '1600.0000', plan1_value: null },
    ])
    expect(await shop.succeed(['kod,fiyat\n001,0\n'])).toMatchObject({ updated: 1, counts: { prices: 1 } })
    expect(await shop.pool.query(value)).toEqual([{ sale_value: '0.0000', list_value: null, plan1_value: null }])
    const plans = 'kod,liste fiyatı,plan1\n001,1600,1200\n'
    expect(await shop.succeed([plans])).toMatchObject({ changed: false })
    expect((await shop.report()).map(({ code }) => code)).toEqual(['price_missing'])
  })

  test('treats a column without any value as missing', async () => {
    await shop.succeed([hardware])
    const before = await shop.snapshot()
    expect(await shop.succeed(['kod,marka,fiyat,stok,ad\n001,,,,ÇEKİÇ 500 gr\n'])).toMatchObject({ changed: false })
    expect(await shop.snapshot()).toBe(before)
  })
})
