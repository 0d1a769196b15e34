import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitorEndpoints } from '#testing/endpoints.ts'
import { addPeople, type People } from '#testing/people.ts'
import { requests, withToken } from '#testing/requests.ts'
import { type Method, openTestShop, type TestShop } from '#testing/shop.ts'

/** The price of every unit in every list. No other number has these digits; with tax it is 9731.7288. */
const price = '8109.7740'
const pattern = /8[.,\s\u00a0]?109[.,]77|9[.,\s\u00a0]?731[.,]7[23]/

let shop: TestShop
let people: People

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  await shop.database.pool.execute(
    'UPDATE unit_prices SET sale_value = $1, list_value = $1, list_currency = sale_currency',
    [price],
  )
  await shop.settle()
})
afterAll(() => shop.close())

/** The calls whose answer to a guest has the price. */
async function leaks(): Promise<string[]> {
  const guest = await shop.guest()
  const found: string[] = []
  for (const name of visitorEndpoints.keys()) {
    const { url, ...sent } = requests[name]?.(people) ?? { url: '' }
    const { text } = await guest.send(name.split(' ')[0] as Method, url, withToken(name, guest, sent))
    if (pattern.test(text)) found.push(name)
  }
  return found
}

test('a shop whose prices are for signed-in users shows none to guests, by any call', async () => {
  await shop.setSetting('guestPrices', '0')
  expect(await leaks()).toEqual([])
})

test('the same calls show them once guests may see prices', async () => {
  await shop.setSetting('guestPrices', '1')
  expect((await leaks()).length).toBeGreaterThan(2)
})

test('a shop that hides its prices from everybody shows guests none either', async () => {
  await shop.setSetting('guestPrices', '1')
  await shop.setSetting('showPriceStatus', '0')
  expect(await leaks()).toEqual([])
})
