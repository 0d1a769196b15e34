import { describe, expect, test } from 'vitest'
import { defaultImportOptions } from '#contract/admin/imports.ts'
import {
  apply,
  catalog,
  changes,
  pool,
  post,
  preview,
  staff,
  stocked,
  undo,
  uploadAll,
  url,
  useTestImports,
} from './test-imports.ts'

useTestImports()

const boxes = () =>
  pool.query(
    `SELECT p.code, u.multiplier::float, u.barcode, up.sale_value::float AS price FROM product_units u
       JOIN products p ON p.id = u.product_id LEFT JOIN unit_prices up ON up.unit_id = u.id WHERE u.name = 'KOLİ'`,
  )

describe('a units file', () => {
  const products = 'code,name,price\nA,Ürün A,2\nB,Ürün B,3\nE,Eksik,beş'
  const units = 'code,unit,multiplier,barcode,price\nA,KOLİ,12,8690000000005,20\nB,KOLİ,,,\nYOK,KOLİ,6,,\nA,PALET,,,\n'

  test('is previewed, imported after the products and undone, and its errors show its own lines', async () => {
    await stocked()
    const before = await catalog()
    const id = await uploadAll({ 'birimler.csv': units, 'urunler.csv': products })
    const shown = await preview(id, { units: 0 })
    expect(shown).toMatchObject({ state: 'ready', summary: { rows: 3, unitRows: 4, rejected: 4 } })
    expect(await catalog()).toEqual(before)
    const { body } = await staff.send('GET', url(id, '/problems'))
    const told = (body as { items: { file: string; line: number }[] }).items.map(({ file, line }) => [file, line])
    expect(told).toEqual([
      ['urunler.csv', 4],
      ['birimler.csv', 3],
      ['birimler.csv', 4],
      ['birimler.csv', 5],
    ])
    expect((await staff.send('GET', url(id, '/problems.csv'))).text).toContain('birimler.csv')
    expect(await apply(id)).toMatchObject({ state: 'applied' })
    expect(await boxes()).toEqual([{ code: 'A', multiplier: 12, barcode: '8690000000005', price: 20 }])
    const log = await pool.one("SELECT after FROM audit_log WHERE action = 'apply' AND noun_id = $1", [String(id)])
    expect(log).toMatchObject({ after: { files: ['urunler.csv', 'birimler.csv'], rows: 3, unitRows: 4 } })
    expect(await undo(id)).toMatchObject({ state: 'undone', undo: { left: 0 } })
    expect(await catalog()).toEqual(before)
  })

  test('can be imported alone; a product file in its place is refused with the reason', async () => {
    await stocked()
    const alone = await uploadAll({ 'birimler.csv': units })
    expect(await preview(alone, { units: 0 })).toMatchObject({ summary: { rows: 0, unitRows: 4, updated: 1 } })
    expect((await changes(alone, 'changed')).map(({ code }) => code)).toEqual(['A'])
    await apply(alone)
    expect(await boxes()).toHaveLength(1)
    const other = await uploadAll({ 'urunler.csv': products })
    const refused = await preview(other, { units: 0 })
    expect(refused).toMatchObject({ state: 'failed', isReadable: true })
    expect(refused.refusal).toContain('urunler.csv')
    expect((await post(url(other, '/preview'), { ...defaultImportOptions, units: 5 })).status).toBe(422)
  })
})
