import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { statusOf } from '#contract/errors/errors.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { refuseOverload } from '#server/platform/http/overload.ts'
import { answerFailures } from '#server/platform/http/wire.ts'
import { createConnection, type LiveConnection } from './connection.ts'
import { liveLimits } from './limits.ts'
import { serveLive } from './live.ts'

const actor = (userId: number): Actor => ({
  sessionId: Buffer.from([userId]),
  userId,
  name: `P${userId}`,
  email: 'p@example.com',
  role: 'dealer' as const,
  permissions: new Set(),
  needsFactor: false,
  addresses: null,
  impersonator: null,
  representative: null,
  dealer: null,
})
const onMessage = vi.fn<(connection: LiveConnection, message: unknown) => boolean>()
let app: FastifyInstance
let url: string
let isOverloaded: boolean
let openSessions: Set<string>

beforeEach(async () => {
  onMessage.mockReset().mockReturnValue(true)
  openSessions = new Set(['01', '02'])
  app = Fastify({ trustProxy: 'loopback', forceCloseConnections: 'idle' })
  answerFailures(app, { isUnavailable: () => false, statusOf })
  await app.register(cookie)
  isOverloaded = false
  app.addHook('onRequest', async (request) => (isOverloaded ? refuseOverload(request) : undefined))
  await serveLive(app, {
    visit: {
      secret: 'a secret of at least thirty-two letters',
      isSecure: false,
      loadSession: async (value) => (/^\d+$/.test(value) ? { actor: actor(Number(value)), choices: {} } : null),
    },
    publicUrls: ['https://shop.example.com'],
    onMessage: onMessage,
    findOpenSessions: async () => new Map([...openSessions].map((id) => [id, 'dealer' as const])),
    pace: 30,
  })
  app.get('/elsewhere', () => ({ ok: true }))
  url = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')
})
afterEach(() => app.close())

type Ways = { cookie?: string | null; origin?: string | null; address?: string; path?: string }

function dial({ cookie = '1', origin = url.replace('ws', 'http'), address, path = '/ws' }: Ways = {}): WebSocket {
  const headers = {
    ...(cookie !== null && { cookie: `toptan_session=${cookie}` }),
    ...(origin !== null && { origin }),
    ...(address !== undefined && { 'x-forwarded-for': address }),
  }
  const socket = new WebSocket(`${url}${path}`, { headers })
  socket.on('error', () => {})
  return socket
}
const opened = (socket: WebSocket) => new Promise<void>((resolve) => socket.once('open', () => resolve()))
const closed = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve))
const refused = (socket: WebSocket) =>
  new Promise<number | undefined>((resolve) =>
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode)),
  )

test.each([
  ['a guest', { cookie: null }, 401],
  ['an unknown session', { cookie: 'nobody' }, 401],
  ['a page of another site', { origin: 'https://evil.example.com' }, 403],
  ['another site of the same name on another port', { origin: 'http://127.0.0.1:1' }, 403],
  ['a request without an origin', { origin: null }, 403],
  ['a sandboxed page', { origin: 'null' }, 403],
] as [string, Ways, number][])('%s is refused at the handshake', async (_who, ways, status) => {
  expect(await refused(dial(ways))).toBe(status)
  expect(onMessage).not.toHaveBeenCalled()
})

test('a page of the shop connects, by the requested address or by the configured one', async () => {
  for (const origin of [url.replace('ws', 'http'), 'https://shop.example.com']) {
    const socket = dial({ origin })
    await opened(socket)
    socket.send('{"type":"any"}')
    await vi.waitFor(() => expect(onMessage).toHaveBeenCalledWith(expect.anything(), { type: 'any' }), {
      timeout: 60_000,
    })
    onMessage.mockClear()
    socket.close()
  }
})

test('the address returns 404 without a WebSocket handshake', async () => {
  const answer = await fetch(`${url.replace('ws', 'http')}/ws`, { headers: { cookie: 'toptan_session=1' } })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } })
})

test('a WebSocket handshake at another address is refused', async () => {
  for (const path of ['/nowhere', '/elsewhere']) await shakeHands(path)
})

test('an overloaded process refuses a handshake and closes its connection', async () => {
  isOverloaded = true
  expect(await shakeHands('/ws')).toMatch(/^HTTP\/1\.1 503 /)
})

/** Sends a handshake, and resolves with the response when the server has closed the connection. */
async function shakeHands(path: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const head = `Host: ${hostname}:${port}\r\nConnection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'a'.repeat(22)}==\r\n\r\n`
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${path} HTTP/1.1\r\n${head}`)
  return text(socket)
}

test.each([
  ['invalid JSON', (socket: WebSocket) => socket.send('{"type":'), 1007],
  ['bytes', (socket: WebSocket) => socket.send(Buffer.from([1, 2, 3])), 1003],
  ['a megabyte', (socket: WebSocket) => socket.send('x'.repeat(1_048_576)), 1009],
  ['an unknown message', (socket: WebSocket) => socket.send('{"type":"unknown"}'), 1008],
])('%s ends the connection with its code', async (_what, send, code) => {
  onMessage.mockReturnValue(false)
  const socket = dial()
  await opened(socket)
  const end = closed(socket)
  send(socket)
  expect(await end).toBe(code)
})

test('a flood of a thousand messages ends the connection after a few', async () => {
  const socket = dial()
  await opened(socket)
  const end = closed(socket)
  for (let i = 0; i < 1000; i++) socket.send('{"type":"any"}')
  expect(await end).toBe(1008)
  expect(onMessage).toHaveBeenCalledTimes(liveLimits.messages)
})

test('connections are limited per user and per address, and closing one frees a place', async () => {
  const ownConnections = Array.from({ length: liveLimits.ofPerson }, (_, i) => dial({ address: `198.51.100.${i}` }))
  await Promise.all(ownConnections.map(opened))
  expect(await refused(dial())).toBe(429)
  const other = dial({ cookie: '2' })
  await opened(other)
  const [first] = ownConnections
  if (first === undefined) throw new Error('There is no connection.')
  const end = closed(first)
  first.close()
  await end
  await vi.waitFor(async () => {
    const again = dial()
    await Promise.race([opened(again), refused(again).then((status) => Promise.reject(new Error(String(status))))])
  }, 60_000)
})

test('a session that ends closes its own connections and no others', async () => {
  const [ended, kept] = [dial(), dial({ cookie: '2' })]
  await Promise.all([opened(ended), opened(kept)])
  const end = closed(ended)
  openSessions.delete('01')
  expect(await end).toBe(4401)
  expect(kept.readyState).toBe(WebSocket.OPEN)
})

test('clients are notified when the server stops, and unresponsive ones are not awaited', async () => {
  const [polite, deaf] = [dial(), dial({ cookie: '2' })]
  await Promise.all([opened(polite), opened(deaf)])
  deaf.pause()
  const end = closed(polite)
  const started = performance.now()
  await app.close()
  expect(await end).toBe(1001)
  expect(performance.now() - started).toBeLessThan(8_000)
  deaf.resume()
})

test('a reader that accepts no data is disconnected before much accumulates; so is one that answers no ping', () => {
  const socket = {
    readyState: 1,
    bufferedAmount: 0,
    send: vi.fn<() => void>(),
    close: vi.fn<() => void>(),
    terminate: vi.fn<() => void>(),
    ping: vi.fn<() => void>(),
    on: vi.fn<(event: string, hear: () => void) => void>(),
  }
  const connection = createConnection(socket as never, actor(1), '127.0.0.1')
  connection.send({ type: 'any' })
  expect(socket.send).toHaveBeenCalledTimes(1)
  socket.bufferedAmount = liveLimits.waiting + 1
  connection.send({ type: 'any' })
  expect(socket.send).toHaveBeenCalledTimes(1)
  expect(socket.terminate).toHaveBeenCalledTimes(1)

  connection.ping()
  socket.on.mock.calls.find(([event]) => event === 'pong')?.[1]()
  connection.ping()
  expect(socket.terminate).toHaveBeenCalledTimes(1)
  connection.ping()
  expect(socket.terminate).toHaveBeenCalledTimes(2)
})
