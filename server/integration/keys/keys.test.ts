import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#contract/core/scopes.ts'
import { serviceBodyLimit } from '#server/platform/http/packed-body.ts'
import { serviceEndpoints, visitorEndpoints } from '#testing/endpoints.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, type Method, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { newKey, parseKey, scrubKeys } from './key-text.ts'

let shop: TestShop
let program: Program
let admin: TestVisitor
const lines: string[] = []

beforeAll(async () => {
  shop = await openTestShop({ env: { LOG_LEVEL: 'info' }, logTo: { write: (line) => void lines.push(line) } })
  program = await addProgram(shop, scopes)
  admin = await shop.signedIn(await addAdmin(shop.database.pool))
})
afterAll(() => shop.close())

const pathOf = (path: string) => path.replaceAll(/:\w+/g, '1')
const methodAndUrl = (name: string): [Method, string] => {
  const [method = '', path = ''] = name.split(' ')
  return [method as Method, pathOf(path)]
}
const without = '/api/integration/v1'

describe.each([...serviceEndpoints].map(([name, { scope }], index) => ({ name, scope, index })))(
  '$name',
  ({ name, scope, index }) => {
    const [method, url] = methodAndUrl(name)
    // Each call from its own network: wrong keys of one network are limited.
    const address = `198.51.${100 + index}.1`
    const sent = { address, ...(method !== 'GET' && { body: {} }) }

    test('refuses guests, dealers and administrators: only a key counts', async () => {
      const dealer = await shop.signedIn(await addDealer(shop.database.pool))
      for (const visitor of [await shop.guest(), dealer, admin]) {
        const answer = await visitor.send(method, url, sent)
        expect([answer.status, codeOf(answer)]).toEqual([401, 'key_invalid'])
      }
    })

    test('needs its own scope', async () => {
      const others = scopes.filter((each) => each !== scope)
      const narrow = await addProgram(shop, others)
      const answer = await narrow.send(method, url.slice(without.length), sent)
      if (scope === undefined) expect(answer.status).toBe(200)
      else expect([answer.status, codeOf(answer)]).toEqual([403, 'scope_missing'])
    })
  },
)

test.each([...visitorEndpoints.keys()])('%s: a key makes nobody of its sender', async (name) => {
  const [method, url] = methodAndUrl(name)
  const access = visitorEndpoints.get(name)?.access
  if (access === 'guest') return
  const answer = await shop.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${program.key}` },
  })
  // Without a token, calls that change data are refused before anything else.
  expect(answer.statusCode).toBe(method === 'GET' ? 401 : 403)
})

describe('a key that is not accepted', () => {
  const refused = async (
    send: Program['send'],
    sent: { headers?: Record<string, string | undefined>; address?: string } = {},
  ) => {
    const answer = await send('GET', '/me', sent)
    return { status: answer.status, text: answer.text }
  }

  test('is answered alike for every reason', async () => {
    const { pool } = shop.database
    const unknown = newKey().text
    const expired = await addProgram(shop, ['orders:read'])
    await pool.execute('UPDATE api_keys SET expires_at = now() WHERE id = $1', [expired.keyId])
    const revoked = await addProgram(shop, ['orders:read'])
    await admin.send('POST', `/yonetim/api-keys/${revoked.keyId}/revoke`, { body: {} })
    const elsewhere = await addProgram(shop, ['orders:read'], { addresses: ['198.51.100.0/24', '2001:db8::/32'] })
    const wrong = (authorization: string | undefined) => refused(program.send, { headers: { authorization } })
    const answers = [
      await wrong(undefined),
      await wrong('Bearer'),
      await wrong('Bearer x'),
      await wrong(`Bearer ${unknown}`),
      await wrong(`Bearer ${program.key.slice(0, -1)}${program.key.endsWith('A') ? 'B' : 'A'}`),
      await wrong(`Bearer ${program.key} ${program.key}`),
      await wrong(`Basic ${program.key}`),
      await refused(expired.send),
      await refused(revoked.send),
      await refused(elsewhere.send),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await refused(elsewhere.send, { address: '198.51.100.7' })).status).toBe(200)
    expect((await refused(elsewhere.send, { address: '2001:db8:1::7' })).status).toBe(200)
  })

  test('costs its network a limited number of attempts', async () => {
    const send = () => refused(program.send, { headers: { authorization: 'Bearer x' }, address: '203.0.113.9' })
    const statuses = (await Promise.all(Array.from({ length: 70 }, send))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect((await refused(program.send, { address: '203.0.113.9' })).status).toBe(200)
  })
})

test('a key has its own limit of requests per minute, over all processes', async () => {
  const { pool } = shop.database
  const limited = await addProgram(shop, ['orders:read'], { requestsPerMinute: 3 })
  const statuses = async () =>
    (await Promise.all(Array.from({ length: 5 }, () => limited.send('GET', '/me')))).map(({ status }) => status)
  expect((await statuses()).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429])
  const answer = await limited.send('GET', '/me')
  expect(codeOf(answer)).toBe('key_limit')
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  await pool.execute(`UPDATE api_keys SET window_started_at = now() - interval '1 minute' WHERE id = $1`, [
    limited.keyId,
  ])
  expect((await statuses()).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429])
})

test('a program sees its key, and the time and version of the shop', async () => {
  const { body } = await program.send('GET', '/me')
  expect(body).toEqual({ name: 'ERP', scopes, expiresAt: null, now: expect.any(String), version: 'test' })
})

describe('bodies of programs', () => {
  const url = '/orders/S0/ack'
  const json = JSON.stringify({ documentNo: 'X' })
  const packed = (body: Buffer) => ({ body, headers: { 'content-encoding': 'gzip' } })

  test('may be packed with gzip', async () => {
    const answer = await program.send('POST', url, packed(gzipSync(json)))
    expect(codeOf(answer)).toBe('order_not_found')
  })

  test.each([
    ['that are too large', () => ({ body: ' '.repeat(serviceBodyLimit) + json }), 413, 'too_large'],
    ['that unpack to too much', () => packed(gzipSync(Buffer.alloc(serviceBodyLimit * 20, ' '))), 413, 'too_large'],
    ['that are no gzip', () => packed(Buffer.from(json)), 400, 'bad_request'],
    ['with a gzip that ends early', () => packed(gzipSync(json.repeat(100)).subarray(0, 40)), 400, 'bad_request'],
    ['in gzip twice', () => packed(gzipSync(gzipSync(json))), 400, 'bad_request'],
    [
      'with another encoding',
      () => ({ body: json, headers: { 'content-encoding': 'br' } }),
      415,
      'unsupported_media_type',
    ],
  ])('%s are refused', async (_what, sent, status, code) => {
    const answer = await program.send('POST', url, sent())
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
  })

  test('of a stranger are not read', async () => {
    const answer = await program.send('POST', url, {
      ...packed(gzipSync(Buffer.alloc(serviceBodyLimit * 20, ' '))),
      headers: { authorization: undefined, 'content-encoding': 'gzip' },
    })
    expect(answer.status).toBe(401)
  })
})

describe('administrators', () => {
  const form = {
    name: 'Logo bağlantısı',
    scopes: ['orders:ack', 'orders:read'],
    expiresOn: '31.12.2099',
    addresses: '192.0.2.0/24\n2001:db8::1',
    requestsPerMinute: '60',
  }

  test('make a key, which is shown once, see its use, and revoke it', async () => {
    const made = await admin.send('POST', '/yonetim/api-keys', { body: form })
    const { key, items } = made.body as { key: string; items: Record<string, unknown>[] }
    const [prefix] = /(?<=^tpt_)\w{8}/.exec(key) ?? []
    expect(items[0]).toMatchObject({
      name: 'Logo bağlantısı',
      prefix,
      scopes: ['orders:read', 'orders:ack'],
      addresses: ['192.0.2.0/24', '2001:db8::1/128'],
      requestsPerMinute: 60,
      state: 'active',
      expiresAt: '2099-12-31T21:00:00.000Z',
      lastUsedAt: null,
    })
    const use = () => program.send('GET', '/me', { headers: { authorization: `Bearer ${key}` } })
    expect((await use()).status).toBe(200)
    const listed = await admin.send('GET', '/yonetim/api-keys')
    expect(listed.text).not.toContain(key.slice(13))
    const [used] = (listed.body as { items: unknown[] }).items
    expect(used).toMatchObject({ prefix, lastUsedFrom: '192.0.2.10', lastUsedAt: expect.any(String) })
    const { id } = items[0] as { id: number }
    await admin.send('POST', `/yonetim/api-keys/${id}/revoke`, { body: {} })
    expect((await use()).status).toBe(401)
    const again = await admin.send('POST', `/yonetim/api-keys/${id}/revoke`, { body: {} })
    expect(again.status).toBe(200)
    const { body: audit } = await admin.send('GET', '/yonetim/audit?noun=api_key')
    expect((audit as { items: { action: string }[] }).items.slice(0, 2).map(({ action }) => action)).toEqual([
      'revoke',
      'create',
    ])
    expect(JSON.stringify(audit)).not.toContain(key.slice(13))
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ expiresOn: '31.02.2099' }, 'expiresOn'],
    [{ expiresOn: '2020-01-01' }, 'expiresOn'],
    [{ addresses: '192.0.2.0/33' }, 'addresses'],
    [{ addresses: 'localhost' }, 'addresses'],
    [{ requestsPerMinute: '0' }, 'requestsPerMinute'],
    [{ requestsPerMinute: '1e3' }, 'requestsPerMinute'],
  ])('learn what is wrong with %j', async (part, field) => {
    const answer = await admin.send('POST', '/yonetim/api-keys', { body: { ...form, ...part } })
    expect([answer.status, Object.keys((answer.body as { error: { fields: object } }).error.fields)]).toEqual([
      422,
      [field],
    ])
  })
})

test('the text of a key is parsed as it was made, and nothing else is', () => {
  const { prefix, text, hash } = newKey()
  expect(parseKey(text)).toEqual({ prefix, hash })
  for (const other of [text.slice(1), `${text}x`, text.replace('tpt', 'TPT'), text.replaceAll('_', '-')]) {
    expect(parseKey(other)).toBeNull()
  }
})

test('logs have the visible part of a key only', async () => {
  expect(scrubKeys(`key ${program.key}.`)).toBe(`key ${program.key.slice(0, 13)}***.`)
  await shop.app.inject({ url: `/api/catalog/products?q=${program.key}` })
  await program.send('GET', '/me')
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain(program.key.slice(13))
})
