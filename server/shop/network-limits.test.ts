import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/account/account.ts'
import { addDealer } from '#testing/store-rows.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'

const password = 'demo1234'
let shop: TestShop
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(password)
  shop = await openTestShop({ hasRateLimits: true })
})
afterAll(() => shop.close())

/** Addresses of one IPv6 connection. */
const ofOneNetwork = (i: number) => `2001:db8:7:1:${i.toString(16)}::${((i * 7919) % 65_536).toString(16)}`

async function signIn(username: string, address: string, typed = 'yanlış') {
  const guest = await shop.guest()
  return codeOf(await guest.send('POST', '/api/account/login', { body: { username, password: typed }, address }))
}

test('guesses of a password from all addresses of one /64 count together', async () => {
  const { email } = await addDealer(shop.database.pool, { passwordHash })
  const codes = []
  for (let i = 1; i <= 7; i += 1) codes.push(await signIn(email, ofOneNetwork(i)))
  expect(codes).toEqual([...Array(5).fill('wrong_credentials'), 'too_many_attempts', 'too_many_attempts'])
  expect(await signIn(email, ofOneNetwork(99), password)).toBe('too_many_attempts')
  expect(await signIn(email, '2001:db8:7:2::1', password)).toBeUndefined()
})

test('an IPv4 address counts once, however it arrives', async () => {
  const { email } = await addDealer(shop.database.pool, { passwordHash })
  const forms = ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109', '0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9']
  for (const address of forms) expect(await signIn(email, address)).toBe('wrong_credentials')
  expect(await signIn(email, '::ffff:203.0.113.9')).toBe('too_many_attempts')
  expect(await signIn(email, '::ffff:203.0.113.10', password)).toBeUndefined()
})

test('requests for password links from all addresses of one /64 count together', async () => {
  const guest = await shop.guest()
  const request = async (i: number, address = ofOneNetwork(i)) => {
    const body = { email: `kimse${i}@example.com` }
    return (await guest.send('POST', '/api/account/forgotten', { body, address })).status
  }
  const statuses = []
  for (let i = 1; i <= 11; i += 1) statuses.push(await request(i))
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  expect(await request(12, '2001:db8:7:2::1')).toBe(200)
})

test('requests from all addresses of one /64 share the rate limit', async () => {
  const guest = await shop.guest()
  const statusOf = async (i: number, address = ofOneNetwork(i)) =>
    (await guest.send('GET', '/autocomplete?q=', { address })).status
  let status = 200
  for (let i = 1; i <= 3500 && status === 200; i += 1) {
    status = await statusOf(i)
    // Answers from memory never wait: without a pause the process would count as overloaded.
    await setImmediate()
  }
  expect(status).toBe(429)
  expect(await statusOf(1, '2001:db8:7:3::1')).toBe(200)
})
