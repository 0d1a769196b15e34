import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, openTestShop, sentenceOf, type TestShop } from '#testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ hasRateLimits: true })
})
afterAll(() => shop.close())

test('too many requests from one address get 429; other addresses are served', async () => {
  const guest = await shop.guest()
  const ask = (address: string) => guest.send('GET', '/autocomplete?q=', { address })
  let answer = await ask('203.0.113.7')
  for (let i = 0; i < 3500 && answer.status === 200; i += 1) {
    answer = await ask('203.0.113.7')
    // Requests without I/O would otherwise block the event loop, which counts as overload.
    await nextTurn()
  }
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 429, code: 'too_many_requests' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(sentenceOf(answer)).toBe('Çok fazla istek gönderildi. Lütfen biraz bekleyip yeniden deneyin.')
  expect((await ask('203.0.113.8')).status).toBe(200)
})

test('the health check answers above the limit and under pressure', async () => {
  const ask = () => shop.app.inject({ url: '/healthz', remoteAddress: '203.0.113.9' })
  const codes = new Set<number>()
  for (let i = 0; i < 3100; i += 1) {
    codes.add((await ask()).statusCode)
    await nextTurn()
  }
  expect([...codes]).toEqual([200])
  const isUnderPressure = async () => (await shop.app.inject('/api/visitor')).statusCode === 503
  // Blocks the process until the measured delay exceeds the limit; the measurement is an average of the last second.
  await expect
    .poll(
      async () => {
        const end = performance.now() + 3_000
        while (performance.now() < end);
        return [await isUnderPressure(), (await ask()).statusCode]
      },
      { interval: 1 },
    )
    .toEqual([true, 200])
})
