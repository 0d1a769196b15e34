import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openZip, type ZipLimits } from './open-zip.ts'
import { makeZip, type TestEntry } from './test-zip.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toptan-zip-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const limits: ZipLimits = { entries: 5, unpackedBytes: 3 * 2 ** 20, ratio: 100, ratioFreeBytes: 1000 }

async function open(bytes: Buffer) {
  const path = join(folder, 'a.zip')
  await writeFile(path, bytes)
  return openZip(path, limits)
}
const refusal = async (bytes: Buffer) =>
  open(bytes).then(
    async (zip) => {
      await zip[Symbol.asyncDispose]()
      return 'accepted'
    },
    (error: { code?: string }) => error.code,
  )

test('reads the entries of an archive, without folders', async () => {
  await using zip = await open(
    makeZip([
      { name: 'a.txt', content: 'bir' },
      { name: 'klasör/', content: '' },
      { name: 'klasör/ş.txt', content: 'iki' },
    ]),
  )
  expect(zip.entries.map(({ name }) => name)).toEqual(['a.txt', 'klasör/ş.txt'])
  expect(await Promise.all(zip.entries.map(async (entry) => String(await zip.read(entry))))).toEqual(['bir', 'iki'])
})

test('reads Turkish names in the code page of Windows', async () => {
  const name = Buffer.from([0x9e, 0x69, 0x9f, 0x65, 0x2e, 0x6a, 0x70, 0x67])
  await using zip = await open(makeZip([{ name, content: 'x' }]))
  expect(zip.entries[0]?.name).toBe('Şişe.jpg')
})

describe('refuses', () => {
  const entry = (part: Partial<TestEntry>): TestEntry => ({ name: 'a.jpg', content: 'abc', ...part })
  test.each([
    ['a name above the folder', [entry({ name: '../a.jpg' })], 'zip_unsafe'],
    ['a name above the folder with backslashes', [entry({ name: 'x\\..\\..\\a.jpg' })], 'zip_unsafe'],
    ['an absolute name', [entry({ name: '/etc/a.jpg' })], 'zip_unsafe'],
    ['a name with a drive', [entry({ name: 'C:/a.jpg' })], 'zip_unsafe'],
    ['a name with NUL', [entry({ name: 'a\0.jpg' })], 'zip_unsafe'],
    ['entries that overlap', [entry({}), entry({ name: 'b.jpg', offset: 0 })], 'zip_unsafe'],
    ['too many entries', Array.from({ length: 6 }, (_, i) => entry({ name: `${i}.jpg` })), 'zip_entries'],
    ['an entry of a stated ratio above the limit', [entry({ content: Buffer.alloc(2 * 2 ** 20) })], 'zip_ratio'],
    [
      'entries that are too large together',
      [0, 1, 2, 3].map((i) => entry({ name: `${i}.jpg`, content: incompressible(2 ** 20) })),
      'zip_unpacked',
    ],
  ] as [string, TestEntry[], string][])('%s', async (_name, entries, code) => {
    expect(await refusal(makeZip(entries))).toBe(code)
  })

  test('a file that is no archive, one that is cut off, and an empty one', async () => {
    const zip = makeZip([{ name: 'a.jpg', content: 'abc' }])
    expect(await refusal(Buffer.from('GIF89a'))).toBe('zip_broken')
    expect(await refusal(zip.subarray(0, -10))).toBe('zip_broken')
    expect(await refusal(Buffer.concat([zip.subarray(0, 30), zip.subarray(-22)]))).toBe('zip_broken')
    expect(await refusal(Buffer.alloc(0))).toBe('zip_broken')
  })
})

test('an entry that unpacks to more than it states is damaged, and is not unpacked further', async () => {
  await using zip = await open(makeZip([{ name: 'a.jpg', content: Buffer.alloc(50 * 2 ** 20), unpacked: 900 }]))
  const [entry] = zip.entries
  expect(entry && (await zip.read(entry))).toBeNull()
})

test('an encrypted entry, and one of which a byte changed, are not read', async () => {
  const bytes = makeZip([
    { name: 'a', content: 'abc', isEncrypted: true },
    { name: 'b', content: 'abcdefgh' },
  ])
  const at = bytes.indexOf('b', bytes.indexOf('PK\x03\x04', 10)) + 3
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await using zip = await open(bytes)
  expect(await Promise.all(zip.entries.map((entry) => zip.read(entry)))).toEqual([null, null])
})

/** Bytes that do not compress, the same in each run. */
function incompressible(length: number): Buffer {
  let state = 1
  return Buffer.from(Uint8Array.from({ length }, () => (state = (state * 48_271) % 2_147_483_647) & 0xff))
}
