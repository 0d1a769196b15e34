import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, isIP } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Resolve } from '#server/platform/http/outside-call.ts'
import { openWebhookCall, receiversOf } from './receivers.ts'

// For localhost, signed by itself: it protects nothing.
const certificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUdfIVUoJti1dQxokzM69CIVzRqe0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzExMjQ0NloYDzIxMjYxMDMw
MTEyNDQ2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASAfLiO+2JmGecdbdxjvprMDR94G2XSDIXQCoeLa4JXeh3QvZjXYWic
Woz6wGV/wxaVBZe+AtMDb5JdMye7zSjEo28wbTAdBgNVHQ4EFgQUr9zzUvCXgcWZ
8cM0z3nEb0WDqVEwHwYDVR0jBBgwFoAUr9zzUvCXgcWZ8cM0z3nEb0WDqVEwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgesWttujNSDNWHPFxfEKjc36eqXUy2/gzXia9cVWaIS4CIQDr
mpsoFfyCTnvuKLd7s5cwb9m3ZY3SLQ23e1rurvRYNg==
-----END CERTIFICATE-----
`
const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/g63aQePQBZOtO6n
0mLm77u/9NCA88yRZks4Uz2fx7ihRANCAASAfLiO+2JmGecdbdxjvprMDR94G2XS
DIXQCoeLa4JXeh3QvZjXYWicWoz6wGV/wxaVBZe+AtMDb5JdMye7zSjE
-----END PRIVATE KEY-----
`

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Heard = { connections: number; requests: IncomingMessage[] }
async function listen(server: Server): Promise<{ port: number; heard: Heard }> {
  const heard: Heard = { connections: 0, requests: [] }
  servers.push(server)
  server.on('connection', () => (heard.connections += 1))
  server.on('request', (request) => heard.requests.push(request))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, heard }
}

const post = { method: 'POST', body: '{"type":"test"}' } as const
const named =
  (addresses: readonly string[]): Resolve =>
  (_name, _options, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )

describe('in production, the address of a webhook that', () => {
  test.each([
    ['this machine', ['127.0.0.1']],
    ['this machine, by IPv6', ['::1']],
    ['the private network', ['10.1.2.3']],
    ['the cloud’s metadata address', ['169.254.169.254']],
    ['a private address beside a public one', ['8.8.8.8', '192.168.1.1']],
    ['an IPv4-mapped IPv6 address', ['::ffff:127.0.0.1']],
  ])('resolves to %s is not connected to', async (_, addresses) => {
    const { port, heard } = await listen(createServer())
    const answer = await openWebhookCall(true, { resolve: named(addresses) })({
      ...post,
      url: `https://site.example:${port}/`,
    })
    expect({ answer, connections: heard.connections }).toEqual({
      answer: { ok: false, reason: 'address' },
      connections: 0,
    })
  })

  test('is this machine, is not https, or is in the private network is not connected to', async () => {
    const { port, heard } = await listen(createServer())
    for (const url of [
      `https://127.0.0.1:${port}/`,
      `https://[::1]:${port}/`,
      `http://site.example:${port}/`,
      'https://10.0.0.1/',
    ]) {
      expect(await openWebhookCall(true)({ ...post, url })).toEqual({ ok: false, reason: 'address' })
    }
    expect(heard.connections).toBe(0)
  })
})

describe('outside of production, the address of a webhook', () => {
  test.each([
    ['https://site.example/', true],
    ['http://site.example/', false],
    ['http://8.8.8.8/', false],
    ['http://10.0.0.1/', false],
    ['http://localhost.example/', false],
    ['http://127.0.0.1:8080/', true],
    ['http://[::1]:8080/', true],
    ['http://localhost:8080/', true],
    ['http://sandbox-erp.localhost/webhooks', true],
  ])('%s is allowed: %s', async (url, isAllowed) => {
    expect(receiversOf(false).isAllowed(url)).toBe(isAllowed)
    if (!isAllowed) expect(await openWebhookCall(false)({ ...post, url })).toEqual({ ok: false, reason: 'address' })
  })

  test('is the sandbox ERP of the shop by its name', async () => {
    const { port, heard } = await listen(createServer((_, response) => response.writeHead(204).end()))
    const call = openWebhookCall(false, { sandboxUrl: `http://127.0.0.1:${port}` })
    expect(await call({ ...post, url: 'http://sandbox-erp.localhost/webhooks' })).toMatchObject({
      ok: true,
      status: 204,
    })
    expect(heard.requests[0]?.url).toBe('/sandbox-erp/webhooks')
  })
})

test('a redirect into the own network is an answer that is not followed', async () => {
  const inside = await listen(createServer((_, response) => response.end('secret')))
  const answer: RequestListener = (_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end('elsewhere')
  const { port } = await listen(createServer(answer))
  expect(await openWebhookCall(false)({ ...post, url: `http://127.0.0.1:${port}/` })).toMatchObject({
    ok: true,
    status: 307,
    bytes: Buffer.from('elsewhere'),
  })
  expect(inside.heard.connections).toBe(0)
})

test('a receiver whose certificate nobody has signed is sent nothing', async () => {
  const { port, heard } = await listen(
    createTlsServer({ cert: certificate, key: privateKey }, (_, response) => response.end()),
  )
  const answer = await openWebhookCall(false)({ ...post, url: `https://127.0.0.1:${port}/` })
  expect([answer, heard.connections, heard.requests]).toEqual([{ ok: false, reason: 'connection' }, 1, []])
})

test('a receiver that speaks no TLS at an https address is sent nothing', async () => {
  const { port, heard } = await listen(createServer((_, response) => response.end()))
  const answer = await openWebhookCall(false)({ ...post, url: `https://127.0.0.1:${port}/` })
  expect([answer, heard.requests]).toEqual([{ ok: false, reason: 'connection' }, []])
})

test.each<[string, RequestListener]>([
  ['silent', () => {}],
  ['dripping', (_, response) => void response.writeHead(200).write('{')],
])('a %s receiver is given up after the timeout', async (_, listener) => {
  const { port } = await listen(createServer(listener))
  const answer = await openWebhookCall(false)({ ...post, url: `http://127.0.0.1:${port}/`, timeout: 200 })
  expect(answer).toEqual({ ok: false, reason: 'timeout' })
})

test('an answer that announces 10 GB counts with its status, and its first bytes are read', async () => {
  const { port } = await listen(
    createServer((_, response) => {
      response.writeHead(200, { 'content-length': String(10 * 1024 ** 3) })
      const piece = Buffer.alloc(64 * 1024, 'x')
      const more = () => {
        while (!response.destroyed && response.write(piece));
      }
      response.on('drain', more)
      more()
    }),
  )
  const answer = await openWebhookCall(false)({ ...post, url: `http://127.0.0.1:${port}/` })
  expect(answer).toMatchObject({ ok: true, status: 200 })
  expect(answer.ok && answer.bytes.length).toBeLessThanOrEqual(4096)
})

test('messages to one receiver share a connection, and one that was closed meanwhile is replaced', async () => {
  const { port, heard } = await listen(
    createServer((request, response) => request.resume().on('end', () => response.end())),
  )
  const call = openWebhookCall(false)
  const send = () => call({ ...post, url: `http://127.0.0.1:${port}/` })
  for (let n = 0; n < 3; n++) expect(await send()).toMatchObject({ ok: true, status: 200 })
  expect(heard.connections).toBe(1)
  // The receiver ends the connection while the next message is on its way.
  heard.requests[0]?.socket.once('data', () => heard.requests[0]?.socket.destroy())
  expect(await send()).toMatchObject({ ok: true, status: 200 })
  expect(heard.connections).toBe(2)
})
