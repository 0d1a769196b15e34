import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const browserWindow = { accept: 'text/html,application/xhtml+xml' }

test.each([
  ['GET', '/%E0%A4%A', 400, 'İstek anlaşılamadı.'],
  ['POST', '/account/forgotten', 404, 'Aradığınız sayfa bulunamadı.'],
] as const)('%s %s in a browser window returns a page with a link home', async (method, url, status, sentence) => {
  const answer = await shop.app.inject({ method, url, headers: browserWindow })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  expect(answer.body).toContain(sentence)
  expect(answer.body).toContain('href="/"')
})

test('calls return JSON whatever they accept', async () => {
  const answer = await shop.app.inject({ url: '/api/catalog/cart', headers: browserWindow })
  expect(answer.json()).toMatchObject({ error: { code: 'not_signed_in' } })
})
