import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCompanyAddress, isPublicAddress, outsideCall } from './outside-call.ts'

let server: Server
let url: string
let answer: RequestListener

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each(
  '127.0.0.1 127.9.9.9 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1 255.255.255.255 :: ::1 fd00::1 fe80::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1 ff02::1 localhost'.split(
    ' ',
  ),
)('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '193.0.0.1', '2606:4700::1111'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each(['10.1.2.3', '192.168.1.1', '127.0.0.1', '::1', 'fd00::1', '8.8.8.8'])(
  '%s may be a server in the network of a company',
  (address) => {
    expect(isCompanyAddress(address)).toBe(true)
  },
)

test.each(
  '169.254.169.254 ::ffff:169.254.169.254 100.100.100.200 fd00:ec2::254 fe80::1 0.0.0.0 224.0.0.1 ff02::1 erp'.split(
    ' ',
  ),
)('%s is no server of a company', (address) => {
  expect(isCompanyAddress(address)).toBe(false)
})

test.each([
  'https://127.0.0.1/',
  'https://localhost/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://169.254.169.254/latest',
  'https://10.0.0.1/',
  'https://192.168.1.1/',
  'http://8.8.8.8/',
  'file:///etc/passwd',
  'gopher://8.8.8.8/',
  'https://',
  'garanti',
  '',
])('refuses to call %s', async (address) => {
  expect(await outsideCall()({ url: address, method: 'GET' })).toEqual({ ok: false, reason: 'address' })
})

test('refuses a name that resolves to this machine unless loopback is allowed', async () => {
  let isCalled = false
  answer = (_request, response) => {
    isCalled = true
    response.end('x')
  }
  expect(await outsideCall()({ url: url.replace('127.0.0.1', 'localhost'), method: 'GET' })).toMatchObject({
    ok: false,
  })
  expect(isCalled).toBe(false)
  const call = outsideCall({ allowsLoopback: true })
  expect(await call({ url, method: 'GET' })).toEqual({ ok: true, status: 200, text: 'x' })
})

test('refuses private addresses even if loopback is allowed', async () => {
  const call = outsideCall({ allowsLoopback: true })
  expect(await call({ url: 'http://10.0.0.1/', method: 'GET' })).toEqual({ ok: false, reason: 'address' })
})

test('sends a body and returns a redirect without following it', async () => {
  let heard = ''
  answer = (request, response) => {
    request.on('data', (piece: Buffer) => (heard += piece))
    request.on('end', () => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end('elsewhere'))
  }
  const call = outsideCall({ allowsLoopback: true })
  expect(await call({ url, method: 'POST', body: Buffer.from('ğ=1') })).toEqual({
    ok: true,
    status: 302,
    text: 'elsewhere',
  })
  expect(heard).toBe('ğ=1')
})

test.each<[string, RequestListener, string]>([
  ['silent', () => {}, 'timeout'],
  ['dripping', (_request, response) => void response.write('{'), 'timeout'],
  ['huge', (_request, response) => void response.end('x'.repeat(300_000)), 'too_large'],
  ['endless', (_request, response) => void endless(response), 'too_large'],
  ['broken off', (request) => void request.socket.destroy(), 'connection'],
  [
    'cut',
    (_request, response) =>
      void response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy()),
    'connection',
  ],
])('fails if the answer is %s', async (_name, listener, reason) => {
  answer = listener
  const call = outsideCall({ allowsLoopback: true })
  expect(await call({ url, method: 'GET', timeout: 400 })).toEqual({ ok: false, reason })
})

function endless(response: Parameters<RequestListener>[1]): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(10_000)));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

test('fails if nothing listens at the address', async () => {
  const call = outsideCall({ allowsLoopback: true })
  expect(await call({ url: 'http://127.0.0.1:1/', method: 'GET' })).toEqual({ ok: false, reason: 'connection' })
})
