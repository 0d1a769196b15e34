import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultImportOptions } from '#contract/admin/imports/import-options.ts'
import { url, TestImports } from './test-imports.ts'

let imports: TestImports
beforeAll(async () => {
  imports = await TestImports.open()
})
beforeEach(() => imports.reset())
afterAll(() => imports.close())

const boxes = () =>
  imports.pool.query(
    `SELECT p.code, u.multiplier::float, u.barcode, up.sale_value::float AS price FROM product_units u
       JOIN products p ON p.id = u.product_id LEFT JOIN unit_prices up ON up.unit_id = u.id WHERE u.name = 'KOLİ'`,
  )

describe('a units file', () => {
  const products = 'code,name,price\nA,Ürün A,2\nB,Ürün B,3\nE,Eksik,beş'
  const units = 'code,unit,multiplier,barcode,price\nA,KOLİ,12,8690000000005,20\nB,KOLİ,,,\nYOK,KOLİ,6,,\nA,PALET,,,\n'

  test('is previewed, imported after the products and undone, and its errors show its own lines', async () => {
    await imports.stock()
    const before = await imports.catalog()
    const id = await imports.uploadAll({ 'birimler.csv': units, 'urunler.csv': products })
    const shown = await imports.preview(id, { units: 0, priceJumps: 'accept' })
    expect(shown).toMatchObject({ state: 'ready', summary: { rows: 3, unitRows: 4, rejected: 4 } })
    expect(await imports.catalog()).toEqual(before)
    const { body } = await imports.staff.send('GET', url(id, '/problems'))
    const reported = (body as { items: { file: string; line: number }[] }).items.map(({ file, line }) => [file, line])
    expect(reported).toEqual([
      ['urunler.csv', 4],
      ['birimler.csv', 3],
      ['birimler.csv', 4],
      ['birimler.csv', 5],
    ])
    expect((await imports.staff.send('GET', url(id, '/problems.csv'))).text).toContain('birimler.csv')
    expect(await imports.apply(id)).toMatchObject({ state: 'applied' })
    expect(await boxes()).toEqual([{ code: 'A', multiplier: 12, barcode: '8690000000005', price: 20 }])
    const log = await imports.pool.one("SELECT after FROM audit_log WHERE action = 'apply' AND noun_id = $1", [
      String(id),
    ])
    expect(log).toMatchObject({ after: { files: ['urunler.csv', 'birimler.csv'], rows: 3, unitRows: 4 } })
    expect(await imports.undo(id)).toMatchObject({ state: 'undone', undo: { left: 0 } })
    expect(await imports.catalog()).toEqual(before)
  })

  test('can be imported alone; a product file in its place is refused with the reason', async () => {
    await imports.stock()
    const alone = await imports.uploadAll({ 'birimler.csv': units })
    expect(await imports.preview(alone, { units: 0 })).toMatchObject({ summary: { rows: 0, unitRows: 4, updated: 1 } })
    expect((await imports.changes(alone, 'changed')).map(({ code }) => code)).toEqual(['A'])
    await imports.apply(alone)
    expect(await boxes()).toHaveLength(1)
    const other = await imports.uploadAll({ 'urunler.csv': products })
    const refused = await imports.preview(other, { units: 0 })
    expect(refused).toMatchObject({ state: 'failed', isReadable: true })
    expect(refused.refusal).toContain('urunler.csv')
    expect((await imports.post(url(other, '/preview'), { ...defaultImportOptions, units: 5 })).status).toBe(422)
  })
})
