import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodeOnce, encodingFor, encodingOnceFor, storeBytes } from './page-bytes.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=1.0, Br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0', 'identity'],
  ['brotli, x-gzip', 'identity'],
])('Accept-Encoding %s gets %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['zstd;q=0, br', 'br'],
  ['gzip', 'gzip'],
  [undefined, 'identity'],
])('Accept-Encoding %s gets a page that is sent once as %s', (accepted, encoding) => {
  expect(encodingOnceFor(accepted)).toBe(encoding)
})

const page = `<p>${'ürün '.repeat(500)}</p>`
const unpack = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
}

test('a page is the same in each encoding, sent once or stored', async () => {
  const stored = await storeBytes(page)
  for (const encoding of ['identity', 'gzip', 'br'] as const) {
    expect(unpack[encoding](await encodeOnce(page, encoding)).toString()).toBe(page)
    expect(unpack[encoding](await stored.as(encoding)).toString()).toBe(page)
  }
  expect(unpack.zstd(await encodeOnce(page, 'zstd')).toString()).toBe(page)
})

test('a stored page has only compressed bytes, each made once', async () => {
  const stored = await storeBytes(page)
  const first = stored.size()
  expect(first).toBeLessThan(page.length / 10)
  await stored.as('identity')
  expect(stored.size()).toBe(first)
  const gzipped = await stored.as('gzip')
  for (const bytes of [gzipped, await stored.as('br')]) expect(bytes.buffer.byteLength).toBe(bytes.length)
  expect(await stored.as('gzip')).toBe(gzipped)
  expect(stored.size()).toBe(first + gzipped.length)
})
