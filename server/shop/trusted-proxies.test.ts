import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ env: { TRUSTED_PROXIES: '10.1.0.0/16, 2001:db8:9::1' } })
})
afterAll(() => shop.close())

let serial = 0

/** The network under which limits count a request of `address` with this header. */
async function countedAs(address: string, forwarded?: string): Promise<string | undefined> {
  const username = `kimse${(serial += 1)}@example.com`
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const body = { username, password: 'yanlış' }
  await (await shop.guest()).send('POST', '/api/account/login', { body, address, headers })
  const sql = 'SELECT address FROM login_failures WHERE account = $1'
  return (await shop.database.pool.one<{ address: string }>(sql, [`name:${username}`]))?.address
}

test.each([
  ['a trusted proxy', '10.1.2.3', '203.0.113.5', '203.0.113.5'],
  ['a trusted proxy with IPv6', '2001:db8:9::1', '2001:db8:5::7', '2001:db8:5:0::/64'],
  ['a trusted proxy on an IPv6 socket', '::ffff:10.1.2.3', '203.0.113.5', '203.0.113.5'],
  ['a trusted proxy that adds a port', '10.1.2.3', '203.0.113.5:51234', '203.0.113.5'],
  ['a proxy on this machine', '127.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['a chain of trusted proxies', '127.0.0.1', '203.0.113.5, 10.1.9.9', '203.0.113.5'],
])('the client is the one that %s names', async (_, address, forwarded, network) => {
  expect(await countedAs(address, forwarded)).toBe(network)
})

test.each([
  ['behind a trusted proxy', '10.1.2.3', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
  ['behind a trusted proxy, as a trusted proxy', '10.1.2.3', '198.51.100.1, 10.9.9.9, 203.0.113.5', '203.0.113.5'],
  ['behind a trusted proxy, as this machine', '10.1.2.3', '127.0.0.1, 203.0.113.5', '203.0.113.5'],
  ['without a proxy', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['without a proxy, as this machine', '203.0.113.5', '127.0.0.1', '203.0.113.5'],
  ['from a neighbour of a trusted network', '10.2.0.1', '198.51.100.1', '10.2.0.1'],
])('a client cannot choose its address %s', async (_, address, forwarded, network) => {
  expect(await countedAs(address, forwarded)).toBe(network)
})

test('without the header a trusted proxy counts as itself, and cannot read the metrics', async () => {
  expect(await countedAs('10.1.2.3')).toBe('10.1.2.3')
  const guest = await shop.guest()
  expect((await guest.send('GET', '/metrics', { address: '10.1.2.3' })).status).toBe(404)
  const forged = { address: '10.1.2.3', headers: { 'x-forwarded-for': '127.0.0.1, 203.0.113.5' } }
  expect((await guest.send('GET', '/metrics', forged)).status).toBe(404)
})
