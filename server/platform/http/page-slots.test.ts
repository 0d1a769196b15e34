import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fillMarks, slotMark, slotSizes, storeSlotted } from './page-slots.ts'

const [name, token, data, count] = ['name', 'token', 'data', 'count'].map(slotMark)
const page = `<!DOCTYPE html><script type="application/json">${data}</script><p>${'ürün '.repeat(500)}</p>
<b class="x">${name}</b><noscript><input value="${token}" readonly=""/></noscript><i>${count} kalem<!-- --> · ${name}<u></u></i>${'<li>kablo</li>'.repeat(300)}`
const texts = { name: 'Öz &amp; Yılmaz', token: 't'.repeat(43), data: '{"a":"\\u003cb>"}', count: '3' }
const others = { name: 'Kaya', token: 's'.repeat(43), data: '{}', count: '1.204' }

const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
const withoutPadding = (html: string) => html.replace(/ +(?=\/?>)/g, '')

test('a page is compressed once and filled for each visitor, in every encoding', async () => {
  const stored = await storeSlotted(page, slotSizes(texts))
  for (const own of [texts, others, texts]) {
    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      const html = unpack[encoding]((await stored?.as(encoding, own)) ?? Buffer.alloc(0)).toString()
      expect(withoutPadding(html)).toBe(withoutPadding(fillMarks(page, own)))
    }
  }
  expect(stored?.size()).toBeLessThan(1500)
})

test('spaces fill a slot inside of a tag, where they mean nothing', async () => {
  const stored = await storeSlotted(page, slotSizes(texts))
  const html = (await stored?.as('identity', others))?.toString()
  expect(html).toMatch(/<b class="x">Kaya<\/b {3,}>/)
  expect(html).toMatch(/<input value="s{43}" readonly="" {3,}\/>/)
  expect(html).toMatch(/<i>1\.204 kalem<!-- --> · Kaya<u {3,}><\/u><\/i>/)
  expect(html).toMatch(/<script type="application\/json">\{\}<\/script {3,}>/)
})

test('a text that is longer than its slot is refused', async () => {
  const stored = await storeSlotted(page, slotSizes(texts))
  await expect(stored?.as('br', { ...texts, count: 'x'.repeat(300) })).rejects.toThrow(RangeError)
})

test('texts of nearly the same length take the same room', () => {
  expect(slotSizes(others)).toEqual(slotSizes(texts))
  expect(slotSizes({ a: 'x'.repeat(65), b: '' })).toEqual({ a: 128, b: 64 })
})
