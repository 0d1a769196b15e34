import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { EncodedReply, PackedReply } from './encoded-reply.ts'

const long = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: 'Çekiç' }))))

test.each([
  ['zstd', zstdDecompressSync],
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('%s bytes are made once, and the JSON only for them', (encoding, unpack) => {
  const json = vi.fn(() => long)
  const packed = new PackedReply()
  const first = new EncodedReply(json, packed).as(encoding)
  expect(unpack(first ?? Buffer.alloc(0))).toEqual(long)
  // Not a part of one of the blocks of 64 kB that zlib returns.
  expect(first?.buffer.byteLength).toBe(first?.length)
  expect(new EncodedReply(json, packed).as(encoding)).toBe(first)
  expect(json).toHaveBeenCalledTimes(1)
})

test('the bytes of all copies are reported', () => {
  const sizes: number[] = []
  const reply = new EncodedReply(long, new PackedReply((bytes) => sizes.push(bytes)))
  const [zstd, gzip] = [reply.as('zstd')?.length ?? 0, reply.as('gzip')?.length ?? 0]
  expect(sizes).toEqual([zstd, zstd + gzip])
})

test('short replies and clients without compression get the JSON', () => {
  expect(new EncodedReply(Buffer.from('{"a":1}')).as('zstd')).toBeNull()
  expect(new EncodedReply(long).as('identity')).toBeNull()
})
