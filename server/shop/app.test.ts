import { isForPrograms } from '#server/platform/http/calls.ts'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { contractEndpoints } from '#testing/endpoints.ts'
import { type Answer, type Method, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let guest: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  guest = await shop.guest()
})
afterAll(() => shop.close())

const shape = (code: string) => ({ error: { code, messages: { type: expect.stringMatching(/\S/) as string } } })

describe('error responses have the same shape for every failure', () => {
  const login = '/api/account/login'
  test.each<[string, number, string, () => Promise<Answer>]>([
    ['an unknown call', 404, 'not_found', () => guest.send('GET', '/api/nothing')],
    ['an unknown address', 404, 'not_found', () => guest.send('GET', '/nothing/at/all')],
    [
      'a method that a call does not know',
      405,
      'method_not_allowed',
      () => guest.send('PUT', '/api/catalog/cart', { body: {} }),
    ],
    ['broken JSON', 400, 'bad_request', () => guest.send('POST', login, { body: '{"username": ' })],
    [
      'no JSON at all',
      400,
      'bad_request',
      () => guest.send('POST', login, { body: '', headers: { 'content-type': 'application/json' } }),
    ],
    [
      'a body that would reach the prototype',
      400,
      'bad_request',
      () => guest.send('POST', login, { body: '{"__proto__": {"a": 1}}' }),
    ],
    [
      'text',
      415,
      'unsupported_media_type',
      () => guest.send('POST', login, { body: '{}', headers: { 'content-type': 'text/plain' } }),
    ],
    [
      'XML',
      415,
      'unsupported_media_type',
      () => guest.send('POST', login, { body: '<a/>', headers: { 'content-type': 'application/xml' } }),
    ],
    [
      'a body without a type',
      415,
      'unsupported_media_type',
      () => guest.send('POST', login, { body: '{}', headers: { 'content-type': '' } }),
    ],
    [
      'a form of parts that is none',
      400,
      'bad_request',
      () => guest.send('POST', login, { body: 'x', headers: { 'content-type': 'multipart/form-data' } }),
    ],
    [
      'too much',
      413,
      'too_large',
      () => guest.send('POST', login, { body: { username: 'a'.repeat(1_100_000), password: 'b' } }),
    ],
    ['an address with broken escapes', 400, 'bad_request', () => guest.send('GET', '/api/catalog/product/%E0%A4%A')],
    [
      'a key of a thousand letters',
      404,
      'not_found',
      () => guest.send('GET', `/api/catalog/product/${'a'.repeat(1000)}`),
    ],
    ['a missing image', 404, 'not_found', () => guest.send('GET', '/images/nothing.png')],
    ['a way out of the image folder', 404, 'not_found', () => guest.send('GET', '/images/..%2f..%2fsession-secret')],
  ])('%s → %i', async (_what, status, code, ask) => {
    const answer = await ask()
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: shape(code) })
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  })
})

test.each<[Method, string, string]>([
  ['DELETE', '/api/visitor', 'GET, HEAD'],
  ['GET', '/api/account/login', 'POST'],
  ['HEAD', '/api/account/login', 'POST'],
  ['POST', '/api/catalog/product/A-1', 'GET, HEAD'],
  ['OPTIONS', '/api/catalog/products', 'GET, HEAD'],
])('%s %s answers 405 and allows %s', async (method, url, allowed) => {
  const answer = await guest.send(method, url, { body: '<a/>', headers: { 'content-type': 'application/xml' } })
  expect([answer.status, answer.headers['allow']]).toEqual([405, allowed])
})

test('a method that no call has answers 405 at every path of a call', async () => {
  const wrong: unknown[] = []
  for (const [path, atPath] of Map.groupBy(contractEndpoints.values(), ({ path }) => path.replace(/:\w+/g, '1'))) {
    const { statusCode, headers } = await shop.app.inject({ method: 'OPTIONS', url: path.replace('*', 'a/b') })
    const allowed = atPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).toSorted()
    const named = String(headers['allow']).split(', ').toSorted()
    if (statusCode !== 405 || String(named) !== String(allowed))
      wrong.push({ path, statusCode, allow: headers['allow'] })
  }
  expect(wrong).toEqual([])
})

test('invalid HTTP requests get the same error shape', async () => {
  const address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const long = await fetch(`${address}/api/visitor`, { headers: { 'x-long': 'x'.repeat(20_000) } })
  expect([long.status, await long.json()]).toEqual([431, shape('too_large')])
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write('no HTTP at all\r\n\r\n'))
    let text = ''
    socket.on('data', (part) => (text += String(part))).on('close', () => resolve(text))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual(shape('bad_request'))
})

test('every response has the security headers', async () => {
  for (const url of ['/api/visitor', '/healthz', '/api/nothing']) {
    const { headers } = await guest.send('GET', url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none';style-src 'unsafe-inline';base-uri 'none';form-action 'none';frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    // Over plain HTTP this header would lock the visitor out.
    expect(headers).not.toHaveProperty('strict-transport-security')
  }
})

test('responses of calls are not cached', async () => {
  expect((await guest.send('GET', '/api/visitor')).headers['cache-control']).toBe('no-store')
  expect((await guest.send('GET', '/api/catalog/cart')).headers['cache-control']).toBe('no-store')
})

describe('operations', () => {
  test('report a running process and a reachable database', async () => {
    expect(await guest.send('GET', '/healthz')).toMatchObject({ status: 200, body: { ok: true } })
    expect(await guest.send('GET', '/readyz')).toMatchObject({ status: 200, body: { ok: true } })
  })

  test('serve metrics to this machine only, also behind a proxy', async () => {
    const here = await guest.send('GET', '/metrics')
    expect(here.status).toBe(200)
    expect(here.text).toMatch(/^http_request_duration_seconds_count\{.*route="\/api\/visitor"/m)
    expect((await guest.send('GET', '/metrics', { address: '203.0.113.5' })).status).toBe(404)
    expect((await guest.send('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.5' } })).status).toBe(404)
    const forged = { address: '203.0.113.5', headers: { 'x-forwarded-for': '127.0.0.1' } }
    expect((await guest.send('GET', '/metrics', forged)).status).toBe(404)
  })

  test('label metrics by route, never by the address that a visitor requested', async () => {
    await guest.send('GET', '/api/catalog/product/secret-word')
    await guest.send('GET', '/no-such-page-secret-word')
    expect((await guest.send('GET', '/metrics')).text).not.toContain('secret-word')
  })
})

describe('the OpenAPI page', () => {
  type Operation = { summary: string; responses: Record<string, unknown>; requestBody?: unknown }
  type Document = { openapi: string; info: object; paths: Record<string, Record<string, Operation>> }

  test('describes every call of the contract with its input and reply', async () => {
    const { body } = await guest.send('GET', '/api/docs/json')
    const document = body as Document
    expect(document.openapi).toMatch(/^3\.1/)
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const written = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}')
    const calls = [...contractEndpoints.values()]
    expect(documented.toSorted()).toEqual(calls.map(({ method, path }) => `${method} ${written(path)}`).toSorted())
    for (const { method, path, access, summary, body: taken, errors } of calls) {
      const operation = document.paths[written(path)]?.[method.toLowerCase()]
      expect(operation).toMatchObject({ summary, responses: { 200: { content: { 'application/json': {} } } } })
      expect(operation?.requestBody !== undefined).toBe(taken !== undefined)
      expect(Object.keys(operation?.responses ?? {}).length > 1).toBe(errors.length > 0 || isForPrograms({ access }))
    }
  })

  test('begins with the calls of programs', async () => {
    const { body } = await guest.send('GET', '/api/docs/json')
    expect((body as { tags: { name: string }[] }).tags.map(({ name }) => name)).toEqual([
      'Integration',
      'Dealers',
      'Shop',
      'Administration',
    ])
  })

  test('shows calls of administrators to administrators only, in production', async () => {
    const live = await openTestShop({ env: { NODE_ENV: 'production', PUBLIC_URL: 'https://toptan.example' } })
    const adminPaths = [...contractEndpoints.values()]
      .filter(({ access }) => access === 'admin')
      .map(({ path }) => path)
    const seen = async (visitor: TestVisitor, file: string) => {
      const { text } = await visitor.send('GET', `/api/docs/${file}`)
      expect(text).toContain('/api/catalog/products')
      return adminPaths.filter((path) => text.includes(path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}')))
    }
    const dealer = await live.signedIn(await addDealer(live.database.pool))
    const admin = await live.signedIn(await addAdmin(live.database.pool))
    for (const file of ['json', 'yaml']) {
      expect(await seen(await live.guest(), file)).toEqual([])
      expect(await seen(dealer, file)).toEqual([])
      expect(await seen(admin, file)).toEqual(adminPaths)
    }
    await live.close()
  })

  test('can be opened in a browser', async () => {
    const page = await guest.send('GET', '/api/docs/')
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
  })
})

describe('the language of refusals', () => {
  const refused = (headers: Record<string, string>) =>
    shop.guest().then((visitor) => visitor.send('GET', '/api/catalog/cart', { headers }))
  const [turkish, english] = ['Devam etmek için giriş yapmalısınız.', 'Please sign in to continue.']

  test('is Turkish unless English comes first in Accept-Language', async () => {
    const sentence = async (language: string) => (await refused({ 'accept-language': language })).text
    expect(await sentence('tr-TR,tr;q=0.9,en;q=0.8')).toContain(turkish)
    expect(await sentence('de-DE')).toContain(turkish)
    expect(await sentence('')).toContain(turkish)
    expect(await sentence('en-GB,en;q=0.9')).not.toContain(turkish)
  })

  test('is the visitor’s choice, whatever the browser accepts', async () => {
    const visitor = await shop.guest()
    const { cookies } = await visitor.send('POST', '/api/catalog/settings', { body: { key: 'locale', value: 'en' } })
    for (const { name, value } of cookies) visitor.cookies[name] = value
    const answer = await visitor.send('GET', '/api/catalog/cart', { headers: { 'accept-language': 'tr' } })
    expect(answer.text).not.toContain(turkish)
    expect(answer.text).toContain(english)
  })
})

test('replaces unpaired surrogates in JSON with the replacement character', async () => {
  const key = 'showPriceStatus'
  const half = String.fromCharCode(0xd800)
  const answer = await guest.send('POST', '/api/catalog/settings', { body: { key: `${key}${half}`, value: half } })
  expect(answer.status).toBe(422)
  const deep = `{"key":"\\ud800","value":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect((await guest.send('POST', '/api/catalog/settings', { body: deep })).status).toBe(400)
})
