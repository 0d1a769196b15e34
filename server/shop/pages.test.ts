import { once } from 'node:events'
import { connect } from 'node:net'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { createContext, type EntryContext, type ServerBuild } from 'react-router'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { Calls, handle, type VisitOptions } from '#server/visitor/visitor.ts'
import { admitNormalPaths } from '#server/platform/http/normal-path.ts'
import { renderPages } from '#server/platform/http/pages.ts'
import type { RenderLimits } from '#server/platform/http/render-budget.ts'
import { answerFailures } from '#server/platform/http/wire.ts'
import { statusOf } from '#contract/errors/errors.ts'
import { shopPageRules } from './page-rules.ts'

const query = endpoint({
  method: 'GET',
  path: '/api/asked',
  access: 'guest',
  summary: 'Tells who is shown the answer',
  reply: z.object({ ok: z.boolean() }),
  errors: [],
})

type RunQuery = (endpoint: typeof query) => Promise<unknown>

/** The smallest bundle that the router accepts: one page that makes one call. */
function smallBuild(): ServerBuild {
  const callContext = createContext<RunQuery>()
  const module = {
    callContext,
    pageContext: createContext<unknown>(),
    default: (_request: Request, status: number, headers: Headers, _context: EntryContext) =>
      new Response('<p>page</p>', { status, headers }),
  }
  const loader = async ({ context }: { context: { get(of: typeof callContext): RunQuery } }) =>
    context.get(callContext)(query)
  const root = { id: 'root', path: '*', module: { default: () => null, loader } }
  return {
    entry: { module },
    routes: { root },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild
}

/** An app with the page `smallBuild`, for guests. */
async function openPages(
  calls: Calls,
  visit: Partial<VisitOptions> = {},
  bankOrigins: () => Promise<readonly string[]> = async () => [],
  limits?: RenderLimits,
): Promise<FastifyInstance> {
  const opened = Fastify()
  await opened.register(cookie)
  const visitOptions = {
    secret: 'a secret of at least thirty-two letters',
    isSecure: false,
    loadSession: async () => null,
    ...visit,
  }
  answerFailures(opened, { isUnavailable: () => false, statusOf })
  admitNormalPaths(opened)
  renderPages(opened, calls, {
    ...shopPageRules(visitOptions, bankOrigins),
    mode: 'production',
    publicUrl: 'http://localhost',
    isUnavailable: () => false,
    cacheStamp: () => 'one',
    loadBuild: async () => smallBuild(),
    renderLimits: limits,
  })
  return opened
}

let app: FastifyInstance
afterEach(() => app.close())

test('a call is notified of each visitor who gets its answer, also from the cache', async () => {
  const shownTo: string[] = []
  const calls = new Calls()
  handle(calls, query, (_, context) => {
    context.onShown(({ visitorId }) => shownTo.push(visitorId))
    return { ok: true }
  })
  app = await openPages(calls)
  const visit = async (visitorId: string, url: string) =>
    (await app.inject({ url, cookies: { toptan_guest: visitorId } })).headers['x-page-cache']
  const [one, other] = ['a'.repeat(24), 'b'.repeat(24)]
  expect(await visit(one, '/search?q=vida')).toBe('miss')
  expect(await visit(other, '/search?q=vida')).toBe('hit')
  expect(await visit(one, '/search?q=vida')).toBe('hit')
  expect(await visit(one, '/search?q=somun')).toBe('miss')
  expect(shownTo).toEqual([one, other, one, one])
})

test('the token is set once for a guest and again for another session', async () => {
  const calls = new Calls()
  handle(calls, query, () => ({ ok: true }))
  app = await openPages(calls)
  const visit = async (cookies: Record<string, string>) => {
    const { cookies: set } = await app.inject({ url: '/', cookies })
    return set.find(({ name }) => name === 'toptan_csrf')
  }
  const guest = { toptan_guest: 'a'.repeat(24) }
  const first = await visit(guest)
  expect(first).toMatchObject({ path: '/', sameSite: 'Lax', value: expect.stringMatching(/^[\w-]{43}$/) })
  expect(first).not.toHaveProperty('httpOnly')
  expect(await visit({ ...guest, toptan_csrf: first?.value ?? '' })).toBeUndefined()
  const other = await visit({ toptan_guest: 'b'.repeat(24), toptan_csrf: first?.value ?? '' })
  expect(other?.value).not.toBe(first?.value)
  expect(await visit({ ...guest, toptan_csrf: 'planted' })).toMatchObject({ value: first?.value })
})

test('query keys that pages do not know share one cached page, rendered without them', async () => {
  const calls = new Calls()
  handle(calls, query, () => ({ ok: true }))
  app = await openPages(calls)
  const visit = async (url: string) => (await app.inject(url)).headers['x-page-cache']
  expect(await visit('/?x=1')).toBe('miss')
  for (const url of ['/', '/?', '/?x=2', '/?utm_source=a&fbclid=b', '/?%78=3']) expect(await visit(url)).toBe('hit')
  expect(await visit('/search?q=vida&page=2')).toBe('miss')
  expect(await visit('/search?page=2&_=7&q=vida')).toBe('hit')
  expect(await visit('/search?page=3&q=vida')).toBe('miss')
})

test('rendering is limited for each address and each user; cached pages are not', async () => {
  const calls = new Calls()
  const isHeld = Promise.withResolvers<void>()
  let running = 0
  let maxRunning = 0
  handle(calls, query, async () => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    await isHeld.promise
    running -= 1
    return { ok: true }
  })
  app = await openPages(calls, {}, undefined, { burst: 5, perSecond: 0.001, atOnce: 2 })
  const visit = async (url: string, remoteAddress: string) => app.inject({ url, remoteAddress })
  const [stranger, other] = ['203.0.113.7', '203.0.113.8']
  const flood = Array.from({ length: 8 }, (_, i) => visit(`/search?q=${i}`, stranger))
  const dealer = visit('/search?q=dealer', other)
  // The other address is rendered beside the two of the flood.
  await expect.poll(() => running).toBe(3)
  isHeld.resolve()
  const answers = await Promise.all(flood)
  expect(maxRunning).toBe(3)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect(Number(answers[7]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await dealer).statusCode).toBe(200)
  expect((await visit('/search?q=0', stranger)).headers['x-page-cache']).toBe('hit')
  expect((await visit('/search?q=9', other)).statusCode).toBe(200)
})

test('missing files get a short 404 without a page', async () => {
  const calls = new Calls()
  let renders = 0
  handle(calls, query, () => {
    renders += 1
    return { ok: true }
  })
  app = await openPages(calls)
  for (const url of ['/assets/missing.js', '/assets/', '/drawings/a.svg?x=1', '/ASSETS/x']) {
    expect((await app.inject(url)).statusCode).toBe(404)
  }
  expect(renders).toBe(0)
})

test('pages of guests with a cart are not cached', async () => {
  const calls = new Calls()
  handle(calls, query, () => ({ ok: true }))
  const token = 'c'.repeat(43)
  let isOn = true
  app = await openPages(calls, {
    guestCarts: { isOn: () => isOn, countLines: async (requested) => (requested === token ? 2 : null) },
  })
  const visit = async (cart: string) =>
    (await app.inject({ url: '/', cookies: { toptan_guest: 'a'.repeat(24), toptan_cart: cart } })).headers[
      'x-page-cache'
    ]
  expect(await visit(token)).toBe('off')
  expect(await visit('of-a-cart-that-is-gone')).toBe('miss')
  expect(await visit(token)).toBe('off')
  isOn = false
  expect(await visit(token)).toBe('hit')
})

test('visitors whose session has ended get a different cached page', async () => {
  const calls = new Calls()
  handle(calls, query, () => ({ ok: true }))
  app = await openPages(calls)
  const visit = async (cookies: Record<string, string>) =>
    (await app.inject({ url: '/account/forgotten', cookies: { toptan_guest: 'a'.repeat(24), ...cookies } })).headers[
      'x-page-cache'
    ]
  expect(await visit({})).toBe('miss')
  expect(await visit({ toptan_session: 'one-that-has-ended' })).toBe('miss')
  expect(await visit({ toptan_session: 'another-that-has-ended' })).toBe('hit')
  expect(await visit({})).toBe('hit')
})

describe('pages of card payments', () => {
  const bank = 'https://bank.example'
  beforeEach(async () => {
    const calls = new Calls()
    handle(calls, query, () => ({ ok: true }))
    app = await openPages(calls, {}, async () => [bank])
  })

  const rulesOf = async (url: string) => {
    const { headers } = await app.inject(url)
    const rules = String(headers['content-security-policy']).split('; ')
    const rule = (name: string) => rules.find((text) => text.startsWith(`${name} `)) ?? null
    return { headers, frames: rule('frame-src'), forms: rule('form-action'), ancestors: rule('frame-ancestors') }
  }

  test.each(['/checkout', '/checkout?step=payment', '/checkout/summary', '/payment', '/payment/link/abc'])(
    '%s may embed a bank’s page',
    async (url) => expect((await rulesOf(url)).frames).toBe("frame-src 'self' https:"),
  )

  test.each(['/', '/sepet', '/paymentx', '/search?q=/checkout', '/payment/start', '/payment/result?token=x'])(
    '%s may not embed a bank’s page',
    async (url) => expect((await rulesOf(url)).frames).toBeNull(),
  )

  test('only the payment frame sends forms to banks, and no other site may embed it', async () => {
    expect(await rulesOf('/payment/start?type=order')).toMatchObject({
      forms: `form-action 'self' ${bank}`,
      ancestors: "frame-ancestors 'self'",
    })
    expect((await rulesOf('/checkout')).forms).toBe("form-action 'self'")
    expect((await rulesOf('/payment/result?token=x')).forms).toBe("form-action 'self'")
  })

  test('are cached neither by the server nor by the browser', async () => {
    for (const url of ['/payment/start?type=pay', '/payment/result?token=x', '/payment/link/abc', '/checkout']) {
      for (const _ of [1, 2]) {
        const { headers } = await rulesOf(url)
        expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-page-cache': 'off' })
      }
    }
  })

  test('leave the payer’s cookies unchanged on the result page', async () => {
    expect((await rulesOf('/payment/result?token=x')).headers['set-cookie']).toBeUndefined()
    expect(String((await rulesOf('/payment/start?type=pay')).headers['set-cookie'])).toContain('toptan_guest')
  })
})

test('unknown addresses below /api get the JSON error, also in a browser', async () => {
  app = await openPages(new Calls())
  for (const url of ['/api/nothing', '/api', '/api?x=1']) {
    const answer = await app.inject({ url, headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  }
})

describe('paths that are not in normal form', () => {
  beforeEach(async () => {
    const calls = new Calls()
    handle(calls, query, () => ({ ok: true }))
    app = await openPages(calls)
  })

  test.each([
    '//',
    '//[',
    '//x%2f-p-1',
    '//x/payment/link/T',
    '/a//b',
    '/x/../payment/link/T',
    '/x/%2E%2e/payment/link/T',
    '/./payment',
    '/\\evil.example',
    '/payment/link/T#',
    'http://evil.example/payment/link/T',
    'https://evil.example',
  ])('%s is answered with 404', async (url) => {
    expect(await statusOfTarget(url)).toMatch(/^HTTP\/1\.1 404 /)
  })

  test('redirects escapes of plain letters to the letters and keeps the query', async () => {
    const { statusCode, headers } = await app.inject('/%70ayment/link/T%2d%7E?a=%70&b=//x')
    expect([statusCode, headers.location]).toEqual([308, '/payment/link/T-~?a=%70&b=//x'])
    expect((await app.inject('/%2Fevil.example')).headers.location).toBeUndefined()
    expect((await app.inject('/%2f%65vil.example')).headers.location).toBe('/%2fevil.example')
    expect((await app.inject('/x%2f-p-1')).statusCode).toBe(200)
  })

  test.each(['/payment/link/T', '/PAYMENT/link/T', '/payment/link/T/', '/Checkout'])(
    'the rules of a paying page apply to %s',
    async (url) => {
      for (const _ of ['first', 'second']) {
        const { headers } = await app.inject(url)
        expect([headers['cache-control'], headers['x-page-cache']]).toEqual(['no-store', 'off'])
      }
    },
  )

  test.each(['/account/password/T', '/Account/Password/T'])('the address %s is a secret', async (url) => {
    expect((await app.inject(url)).headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  })
})

/** Sends the request target unchanged, which URL parsers of clients would not do. */
async function statusOfTarget(target: string): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
  let text = ''
  socket.on('data', (part) => (text += String(part)))
  socket.write(`GET ${target} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  return text
}
