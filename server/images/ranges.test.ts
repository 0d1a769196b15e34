import { expect, test } from 'vitest'
import { sizedImage } from '#contract/core/image-sizes.ts'
import { blank, get, put, useTestImages } from './test-images.ts'

useTestImages()

const urls = ['/images/a.png', sizedImage('/images/a.png', [48, 48])]

test.each(urls)('%s answers 304 to the time and the tag of its version, and the tag decides', async (url) => {
  await put('a.png', await blank(90, 90).png().toBuffer())
  const { headers } = await get(url)
  const { etag, 'last-modified': time } = headers as { etag: string; 'last-modified': string }
  const earlier = new Date(Date.parse(time) - 1000).toUTCString()
  const status = async (conditions: Record<string, string>) => (await get(url, conditions)).statusCode
  expect(await status({ 'if-modified-since': time })).toBe(304)
  expect(await status({ 'if-modified-since': earlier })).toBe(200)
  expect(await status({ 'if-modified-since': 'yesterday' })).toBe(200)
  expect(await status({ 'if-none-match': etag, 'if-modified-since': earlier })).toBe(304)
  expect(await status({ 'if-none-match': '"another"', 'if-modified-since': time })).toBe(200)
})

test.each(urls)('%s answers parts of itself', async (url) => {
  await put('a.png', await blank(90, 90).png().toBuffer())
  const { rawPayload: whole, headers } = await get(url)
  expect(headers['accept-ranges']).toBe('bytes')
  const { length } = whole
  for (const [range, first, last] of [
    ['bytes=0-9', 0, 9],
    ['bytes=5-', 5, length - 1],
    ['bytes=-7', length - 7, length - 1],
    [`bytes=3-${length + 50}`, 3, length - 1],
    ['bytes=-99999999', 0, length - 1],
  ] as const) {
    const part = await get(url, { range })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes ${first}-${last}/${length}`])
    expect(part.rawPayload.equals(whole.subarray(first, last + 1))).toBe(true)
    expect(part.headers['content-length']).toBe(String(last - first + 1))
  }
})

test.each(urls)('%s answers all of itself where a part cannot be meant, and 416 where there is none', async (url) => {
  await put('a.png', await blank(90, 90).png().toBuffer())
  const { rawPayload: whole, headers } = await get(url)
  const answer = async (range: string, condition?: string) => {
    const { statusCode, rawPayload } = await get(url, { range, ...(condition && { 'if-range': condition }) })
    return [statusCode, rawPayload.length]
  }
  const all = [200, whole.length]
  for (const range of ['bytes=0-1,4-5', 'bytes=9-3', 'bytes=-', 'lines=0-3', 'bytes=a-b']) {
    expect(await answer(range)).toEqual(all)
  }
  expect(await answer('bytes=0-9', '"another"')).toEqual(all)
  expect(await answer('bytes=0-9', String(headers['etag']))).toEqual([206, 10])
  expect(await answer('bytes=0-9', String(headers['last-modified']))).toEqual([206, 10])
  expect(await answer(`bytes=${whole.length}-`)).toEqual([416, 0])
  expect(await answer('bytes=-0')).toEqual([416, 0])
})
