import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, openTestShop, sentenceOf, type TestShop } from '#testing/shop.ts'

let shop: TestShop
/** Of this file's strangers, one for each test. */
let addresses = 0
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

test.each([
  ['a wrong method', { method: 'DELETE', url: '/api/visitor' }, 405],
  ['an unknown call', { method: 'POST', url: '/api/nothing' }, 404],
  ['an unknown path', { method: 'GET', url: '/wp-login.php' }, 404],
  ['a path that is not normal', { method: 'GET', url: '//etc/passwd' }, 404],
  ['a file that a route does not have', { method: 'GET', url: '/app-icons/none.png' }, 404],
] as const)('%s counts towards the limit of its address, once each time', async (_, request, status) => {
  const send = async (address: string) => {
    await nextTurn()
    return (await shop.app.inject({ ...request, remoteAddress: address })).statusCode
  }
  const address = `198.51.100.${(addresses += 1)}`
  const answers = new Map<number, number>()
  for (let i = 0; i < 3_003; i += 1) {
    const answer = await send(address)
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }
  expect([...answers]).toEqual([
    [status, 3_000],
    [429, 3],
  ])
  // Pages and calls share this count.
  expect((await shop.app.inject({ url: '/autocomplete?q=', remoteAddress: address })).statusCode).toBe(429)
  expect(await send('198.51.100.250')).toBe(status)
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
