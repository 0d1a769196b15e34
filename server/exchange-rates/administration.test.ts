import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/admin/audit.ts'
import type { ListedCurrency } from '#contract/admin/currencies.ts'
import { addAdmin } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { codeOf, type Method, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let admin: Actor
let staff: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  admin = await addAdmin(shop.database.pool)
  staff = await shop.signedIn(admin)
})
afterAll(() => shop.close())

const send = (method: Method, path = '', body?: object) =>
  staff.send(method, `/yonetim/currencies${path}`, body === undefined ? {} : { body })
const find = async (code: string) =>
  ((await send('GET')).body as { items: ListedCurrency[] }).items.find((currency) => currency.code === code)
const newest = async () => ((await staff.send('GET', '/yonetim/audit')).body as { items: AuditEntry[] }).items[0]

test('puts a manual rate into force immediately, and into the history and the audit log', async () => {
  expect((await send('POST', '/USD/rates', { rate: '41,25' })).status).toBe(200)
  expect(await find('USD')).toMatchObject({ rate: '41.25000000', source: 'manual' })
  const { body } = await send('GET', '/USD/rates')
  expect(body).toMatchObject({ items: [{ rate: '41.25000000', source: 'manual' }] })
  expect(await newest()).toMatchObject({
    user: admin.name,
    action: 'set_rate',
    nounId: 'USD',
    after: { rate: '41.25' },
  })
})

test('asks for confirmation of a rate far from the current one', async () => {
  const response = await send('POST', '/USD/rates', { rate: '4125' })
  expect({ status: response.status, code: codeOf(response) }).toEqual({ status: 409, code: 'rate_jump' })
  expect(sentenceOf(response)).toContain('(41,25)')
  expect(await find('USD')).toMatchObject({ rate: '41.25000000' })
  expect((await send('POST', '/USD/rates', { rate: '4125', force: true })).status).toBe(200)
  expect((await send('POST', '/USD/rates', { rate: '41,25', force: true })).status).toBe(200)
})

test.each([
  ['/USD/rates', { rate: '0' }, 'rate_invalid'],
  ['/USD/rates', { rate: 'çok' }, 'rate_invalid'],
  ['/USD/rates', { rate: '99999999' }, 'rate_out_of_range'],
  ['/TRY/rates', { rate: '2' }, 'currency_is_lira'],
  ['/ZZZ/rates', { rate: '2' }, 'not_found'],
  ['', { code: 'G' }, 'currency_code_invalid'],
  ['', { code: 'USD' }, 'currency_known'],
  ['', { code: 'QQQ' }, 'currency_name_missing'],
])('POST %s %j returns %s', async (path, body, code) => {
  expect(codeOf(await send('POST', path, body))).toBe(code)
})

test('adds a currency, requires a rate to make it the default, and removes it', async () => {
  expect((await send('POST', '', { code: 'gbp' })).status).toBe(200)
  expect(codeOf(await send('PATCH', '/GBP', { isDefault: true }))).toBe('currency_without_rate')
  await send('POST', '/GBP/rates', { rate: '55' })
  expect((await send('PATCH', '/GBP', { isDefault: true })).status).toBe(200)
  const { body } = await (await shop.guest()).send('GET', '/api/visitor')
  expect(body).toMatchObject({ currency: { code: 'GBP' } })
  expect(codeOf(await send('DELETE', '/GBP'))).toBe('currency_is_default')
  await send('PATCH', '/TRY', { isDefault: true })
  expect((await send('DELETE', '/GBP')).status).toBe(200)
  expect(await newest()).toMatchObject({ action: 'remove', nounId: 'GBP' })
  expect(codeOf(await send('DELETE', '/TRY'))).toBe('currency_in_use')
  expect(codeOf(await send('GET', '/GBP/rates'))).toBe('not_found')
})
