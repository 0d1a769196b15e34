import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestImport, type TestImport } from '#server/catalog/import/test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
afterAll(() => shop.drop())

test('escaped markup, entities, byte order marks, zero-width letters, tabs and double spaces are cleaned from every text', async () => {
  const content = await readFile(new URL('./fixtures/escaped.csv', import.meta.url))
  expect(await shop.succeed([content], { isStrict: true })).toMatchObject({ created: 2, rejected: 0 })
  const rows = await shop.pool.query(
    `SELECT p.code, p.name, b.name AS brand, parent.name AS above, c.name AS category, p.description, p.meta_title, p.attributes
       FROM products p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
       LEFT JOIN categories parent ON parent.id = c.parent_id ORDER BY p.code`,
  )
  expect(rows).toEqual([
    {
      code: 'TZ-1',
      name: 'BOSCH matkap 13 mm',
      brand: 'Bosch',
      above: 'El Aletleri',
      category: 'Matkap',
      description: '<p>Güçlü ışık</p>',
      meta_title: 'Bosch & matkap',
      attributes: [['Güç', '500 W']],
    },
    {
      code: 'TZ-2',
      name: 'İpliği',
      brand: 'Çınar Tekstil',
      above: null,
      category: 'Tekstil ve İplik',
      description: 'Pamuk iplik 2 kat',
      meta_title: null,
      attributes: [],
    },
  ])
  expect(await shop.succeed([content], { isStrict: true })).toMatchObject({ changed: false, rejected: 0 })
})
