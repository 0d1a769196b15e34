import { createServer, type RequestListener, type Server } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { type DownloadOptions, type DownloadRequest, outsideDownload } from './outside-download.ts'

let server: Server
let url: string
let answer: RequestListener
let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeAll(async () => {
  folder = await temporaryFolder()
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await folder.remove()
})

const path = () => join(folder.path, 'file')
const download = (wanted: Partial<DownloadRequest> = {}, options: Partial<DownloadOptions> = {}) =>
  outsideDownload({ maxBytes: 1000, allowsLoopback: true, ...options })({ url, path: path(), ...wanted })

test('saves the file with its name, hash, size and the marks for a conditional request', async () => {
  answer = (_, response) => response.setHeader('etag', '"1"').setHeader('last-modified', 'Sun').end('kod;ad')
  const file = await download({ url: `${url}veri/%C3%BCr%C3%BCn.csv?k=1` })
  expect(file).toMatchObject({
    ok: true,
    isUnchanged: false,
    bytes: 6,
    etag: '"1"',
    lastModified: 'Sun',
    name: 'ürün.csv',
  })
  expect(await readFile(path(), 'utf8')).toBe('kod;ad')
  answer = (_, response) => response.setHeader('content-disposition', 'attachment; filename="../liste.xml"').end('x')
  expect(await download()).toMatchObject({ name: '..liste.xml' })
})

test('sends what the caller has, and returns that nothing changed', async () => {
  let sent: unknown
  answer = (request, response) => {
    sent = request.headers
    response.writeHead(304).end()
  }
  expect(await download({ etag: '"1"', lastModified: 'Sun' })).toEqual({ ok: true, isUnchanged: true })
  expect(sent).toMatchObject({ 'if-none-match': '"1"', 'if-modified-since': 'Sun' })
})

test('unpacks a compressed answer, and bounds what comes out of it', async () => {
  answer = (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('kod;ad'))
  expect(await download()).toMatchObject({ ok: true, bytes: 6 })
  answer = (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('0'.repeat(100_000)))
  expect(await download()).toEqual({ ok: false, reason: 'too_large' })
  answer = (_, response) => response.setHeader('content-encoding', 'gzip').end('no gzip')
  expect(await download()).toEqual({ ok: false, reason: 'encoding' })
  answer = (_, response) => response.setHeader('content-encoding', 'zstd').end('x')
  expect(await download()).toEqual({ ok: false, reason: 'encoding' })
})

test('follows redirects to open addresses only, and not forever', async () => {
  answer = (request, response) =>
    request.url === '/' ? response.writeHead(302, { location: '/file.csv' }).end() : response.end('x')
  expect(await download()).toMatchObject({ ok: true, name: 'file.csv' })
  for (const location of ['http://10.0.0.1/', 'http://169.254.169.254/latest', 'file:///etc/passwd']) {
    answer = (_, response) => response.writeHead(302, { location }).end()
    expect(await download()).toEqual({ ok: false, reason: 'address' })
  }
  answer = (_, response) => response.writeHead(302, { location: '/' }).end()
  expect(await download()).toEqual({ ok: false, reason: 'redirects' })
})

test('sends credentials to the host of the address, not to the one it redirects to', async () => {
  const seen: (string | undefined)[] = []
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.end('x')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  answer = (request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(302, { location: `http://127.0.0.1:${(other.address() as AddressInfo).port}/` }).end()
  }
  expect(await download({ credentials: { username: 'bayi', password: 'gizli' } })).toMatchObject({ ok: true })
  expect(seen).toEqual([`Basic ${Buffer.from('bayi:gizli').toString('base64')}`, undefined])
  other.close()
})

test('ends an answer that never ends, stops sending, or is too large', async () => {
  const timers = new Set<NodeJS.Timeout>()
  answer = (_, response) => timers.add(setInterval(() => response.write('x'), 5))
  expect(await download({}, { timeout: 150 })).toEqual({ ok: false, reason: 'timeout' })
  for (const timer of timers) clearInterval(timer)
  answer = (_, response) => response.write('x')
  expect(await download({}, { idleTimeout: 100 })).toEqual({ ok: false, reason: 'timeout' })
  answer = (_, response) => response.end('0'.repeat(2000))
  expect(await download()).toEqual({ ok: false, reason: 'too_large' })
})

test('returns the status of a refusal, and failed connections', async () => {
  answer = (_, response) => response.writeHead(404).end('yok')
  expect(await download()).toEqual({ ok: false, reason: 'status', status: 404 })
  answer = (_, response) => response.destroy()
  expect(await download()).toEqual({ ok: false, reason: 'connection' })
  // A server without a certificate.
  expect(await download({ url: url.replace('http:', 'https:') })).toEqual({ ok: false, reason: 'certificate' })
})

test('refuses addresses of this machine unless loopback is allowed', async () => {
  for (const closed of [url, url.replace('127.0.0.1', 'localhost'), 'ftp://example.com/', 'veri']) {
    expect(await download({ url: closed }, { allowsLoopback: false })).toEqual({ ok: false, reason: 'address' })
  }
})
