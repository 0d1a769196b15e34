import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FeedPresetName, feedPresetNames, feedPresets } from '#domain/feeds/feed-presets.ts'
import readWorkbook from 'read-excel-file/node'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer, addProduct } from '#testing/store-rows.ts'
import { feedOf, fetchFeed, makeFeed, pathOf } from './test-feeds.ts'

let shop: TestShop
let first: TestVisitor
let second: TestVisitor
const db = () => shop.database.pool

// What each dealer pays for the default unit and the carton. No price of one is part of a price of the other.
const own = { first: ['77.31', '463.86'], second: ['58.47', '350.82'] } as const

beforeAll(async () => {
  shop = await openTestShop()
  const [list] = await db().query<{ id: number }>("INSERT INTO price_lists (code, name) VALUES ('B', 'B') RETURNING id")
  first = await shop.signedIn(await addDealer(db(), { discount: 10 }))
  second = await shop.signedIn(await addDealer(db(), { discount: 20, priceListId: list?.id ?? 0 }))
  const product = await addProduct(db(), { code: 'P1', price: 85.9, stock: 3, units: { KOLİ: 6 } })
  await db().execute(
    `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency) VALUES ($1, $2, 73.0875, 'TRY')`,
    [list?.id, product.unitId],
  )
  await shop.settle()
})
afterAll(() => shop.close())

const cases = feedPresetNames.flatMap((preset) => feedPresets[preset].formats.map((format) => ({ preset, format })))

async function textOf(visitor: TestVisitor, preset: FeedPresetName, format: string): Promise<string> {
  const columns = [...feedPresets[preset].columns]
  if (format === 'xml' && preset === 'standard') columns.push({ field: 'units', name: 'units/unit' })
  if (format === 'json') columns.push({ field: 'units', name: 'units' })
  const feed = await makeFeed(visitor, feedOf(preset, { format: format as 'xml', columns, taxIncluded: false }))
  const { bytes, text } = await fetchFeed(shop, pathOf(feed))
  return format === 'xlsx' ? JSON.stringify(await readWorkbook(bytes)) : text
}

describe('two dealers with other lists and discounts', () => {
  test.each(cases)(
    '$preset as $format: each feed has the prices of its own dealer alone',
    async ({ preset, format }) => {
      const texts = { first: await textOf(first, preset, format), second: await textOf(second, preset, format) }
      for (const [who, other] of [
        ['first', 'second'],
        ['second', 'first'],
      ] as const) {
        expect(texts[who]).toContain(own[who][0])
        for (const price of own[other]) expect(texts[who]).not.toContain(price)
      }
    },
  )
})
