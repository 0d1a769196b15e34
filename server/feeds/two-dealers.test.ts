import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import readWorkbook from 'read-excel-file/node'
import { feedPrices } from '#contract/shop/feeds.ts'
import { feedPresetNames, feedPresets } from '#domain/feeds/feed-presets.ts'
import { decimal } from '#domain/money/money.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer, addProduct } from '#testing/store-rows.ts'
import { feedOf, fetchFeed, makeFeed, pathOf } from './test-feeds.ts'

let shop: TestShop
let first: TestVisitor
let second: TestVisitor
const db = () => shop.database.pool

/** For one piece without VAT in lira: what each dealer pays, and the list price. The carton has six. */
const prices = {
  first: { own: '77.31', list: '119.37' },
  second: { own: '58.47', list: '98.71' },
} as const
const dollar = 41.3

beforeAll(async () => {
  shop = await openTestShop()
  const [list] = await db().query<{ id: number }>("INSERT INTO price_lists (code, name) VALUES ('B', 'B') RETURNING id")
  first = await shop.signedIn(await addDealer(db(), { discount: 10 }))
  second = await shop.signedIn(await addDealer(db(), { discount: 20, priceListId: list?.id ?? 0 }))
  const product = await addProduct(db(), { code: 'P1', price: 85.9, stock: 3, units: { KOLİ: 6 }, taxRate: 20 })
  await db().execute(`UPDATE unit_prices SET list_value = 119.37, list_currency = 'TRY' WHERE unit_id = $1`, [
    product.unitId,
  ])
  await db().execute(
    `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency, list_value, list_currency)
     VALUES ($1, $2, 73.0875, 'TRY', 98.71, 'TRY')`,
    [list?.id, product.unitId],
  )
  await db().execute("UPDATE currencies SET exchange_rate = $1 WHERE code = 'USD'", [dollar])
  await shop.settle()
})
afterAll(() => shop.close())

type Terms = { price: (typeof feedPrices)[number]; percent: string; currency: 'TRY' | 'USD'; taxIncluded: boolean }

const formats = feedPresetNames.flatMap((preset) => feedPresets[preset].formats.map((format) => ({ preset, format })))
/** The dealer's own price, the list price, and its own price with a margin. */
const choices: Pick<Terms, 'price' | 'percent'>[] = [
  ...feedPrices.map((price) => ({ price, percent: '0' })),
  { price: 'own', percent: '12,5' },
]
const terms: Terms[] = choices.flatMap((choice) =>
  (['TRY', 'USD'] as const).flatMap((currency) =>
    [true, false].map((taxIncluded) => ({ ...choice, currency, taxIncluded })),
  ),
)

/** The figure that a feed has for an amount in lira without VAT. */
function figure(amount: string, { percent, currency, taxIncluded }: Terms): number {
  return decimal(amount)
    .dividedBy(currency === 'USD' ? dollar : 1)
    .times(taxIncluded ? 1.2 : 1)
    .times(decimal(percent.replace(',', '.')).plus(100))
    .dividedBy(100)
    .toDecimalPlaces(2)
    .toNumber()
}

/** Every figure of a file, so that 96.6 and 96.60 are the same. */
async function figuresOf(visitor: TestVisitor, format: (typeof formats)[number], each: Terms): Promise<Set<number>> {
  const { preset, format: type } = format
  const columns = [...feedPresets[preset].columns]
  if (type === 'xml' && preset === 'standard') columns.push({ field: 'units', name: 'units/unit' })
  if (type === 'json') columns.push({ field: 'units', name: 'units' })
  const feed = await makeFeed(visitor, feedOf(preset, { format: type, columns, ...each }))
  const { status, bytes, text } = await fetchFeed(shop, pathOf(feed))
  expect(status).toBe(200)
  await visitor.send('DELETE', `/api/account/feeds/${feed.id}`)
  const content = type === 'xlsx' ? JSON.stringify(await readWorkbook(bytes)) : text
  return new Set([...content.matchAll(/\d+\.\d+/g)].map(([digits]) => Number(digits)))
}

describe.each(formats)('two dealers with other lists and discounts, $preset as $format', (format) => {
  test.each(terms)(
    '$price price plus $percent % in $currency, VAT included: $taxIncluded: each feed has the prices of its own dealer alone',
    async (each) => {
      const found = {
        first: await figuresOf(first, format, each),
        second: await figuresOf(second, format, each),
      }
      for (const [who, other] of [
        ['first', 'second'],
        ['second', 'first'],
      ] as const) {
        expect(found[who]).toContain(figure(prices[who][each.price], each))
        const foreign = Object.values(prices[other]).flatMap((amount) => [
          figure(amount, each),
          figure(decimal(amount).times(6).toString(), each),
          Number(amount),
        ])
        expect(foreign.filter((price) => found[who].has(price))).toEqual([])
      }
    },
  )
})
