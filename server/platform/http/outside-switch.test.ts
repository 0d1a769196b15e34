import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createMailer } from '#server/platform/email/mailer.ts'
import { checkCompanyHost, connectToCompany } from './company-socket.ts'
import { isLoopback, outsideBytes, outsideCall } from './outside-call.ts'
import { outsideDownload } from './outside-download.ts'
import { outsideFetch } from './outside-fetch.ts'
import { areOutsideCallsOff, OutsideCallsOff } from './outside-switch.ts'

let connections = 0
let port: number
const server = createServer((_request, response) => response.end('ok'))
server.on('connection', (socket) => {
  connections += 1
  // A mail client waits for a greeting.
  if (isMail) socket.end('421 later\r\n')
})
let isMail = false

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  vi.unstubAllEnvs()
  connections = 0
  isMail = false
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each([
  [undefined, false],
  ['', false],
  [' ', false],
  ['on', false],
  ['off', true],
  [' off ', true],
  // The start refuses it; whatever runs all the same makes no calls.
  ['0', true],
  ['Off', true],
])('OUTSIDE_CALLS=%s: off is %s', (value, isOff) => {
  vi.stubEnv('OUTSIDE_CALLS', value)
  expect(areOutsideCallsOff()).toBe(isOff)
})

const url = () => `http://127.0.0.1:${port}/`
const path = join(tmpdir(), 'never-written')
const mail = {
  to: 'bayi@example.com',
  subject: 'Sipariş',
  text: '',
  key: 'k',
  from: { name: '', address: 'a@example.com' },
}

async function connect(): Promise<void> {
  const socket = connectToCompany('127.0.0.1', port)
  await once(socket, 'connect').finally(() => socket.destroy())
}

async function sendMail(): Promise<void> {
  isMail = true
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, folder: '', host: 'bayi.example.com' })
  await mailer.send(mail).finally(() => mailer.close())
}

const ways: [string, () => Promise<unknown>][] = [
  ['a call', () => outsideCall({ allowsLoopback: true })({ url: url(), method: 'GET' })],
  ['bytes', () => outsideBytes({ isOpen: isLoopback, allowsHttp: true })({ url: url(), method: 'GET' })],
  ['fetch', () => outsideFetch({ allowsLoopback: true })(url(), { method: 'GET', headers: {} })],
  ['a download', () => outsideDownload({ maxBytes: 1, allowsLoopback: true })({ url: url(), path })],
  ['a socket', connect],
  ['an email', sendMail],
]

test.each(ways)('%s connects, and on a copy without outside calls fails before it connects', async (_name, call) => {
  await call().catch(() => {})
  expect(connections).toBe(1)
  connections = 0
  vi.stubEnv('OUTSIDE_CALLS', 'off')
  await expect(call()).rejects.toBeInstanceOf(OutsideCallsOff)
  expect(connections).toBe(0)
})

test('a name that a driver connects to by itself is refused, too', async () => {
  await checkCompanyHost('127.0.0.1')
  vi.stubEnv('OUTSIDE_CALLS', 'off')
  await expect(checkCompanyHost('127.0.0.1')).rejects.toBeInstanceOf(OutsideCallsOff)
})

test('the sandbox of the shop itself answers, no other address of this machine does', async () => {
  vi.stubEnv('OUTSIDE_CALLS', 'off')
  const isSandbox = ({ pathname }: URL) => pathname === '/sandbox'
  const call = outsideBytes({ isOpen: isLoopback, allowsHttp: true, isSandbox })
  expect(await call({ url: `${url()}sandbox`, method: 'GET' })).toMatchObject({ ok: true, status: 200 })
  await expect(call({ url: `${url()}other`, method: 'GET' })).rejects.toBeInstanceOf(OutsideCallsOff)
})

test('an email that becomes a file leaves nothing', async () => {
  vi.stubEnv('OUTSIDE_CALLS', 'off')
  const mailer = createMailer({ folder: join(tmpdir(), `mail-${process.pid}`), host: 'bayi.example.com' })
  await mailer.send(mail)
  mailer.close()
})
