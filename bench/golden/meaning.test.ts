import { expect, test } from 'vitest'
import { createRandom } from '#bench/random.ts'
import { inflect, soften } from './endings.ts'
import { hasAll, meaningsOf, partsOf } from './meaning.ts'
import { inOtherUnit, respell, sizesOf } from './sizes.ts'

test.each([
  ['Cıvata M8x40 galvaniz', ['m8x40']],
  ['Cıvata M 8 X 40', ['m8x40']],
  ['NYM 3 x 2,5 kablo', ['3x2.5']],
  ['Şeker 0,5 kg', ['500g']],
  ['Boru 1/2" dirsek', ['1/2in']],
  ['Ø12 matkap ucu 15 cm', ['ø12', '150mm']],
  ['A60 ampul 9W', ['9w']],
  ['Model X5-20', []],
])('%s has the sizes %j', (text, forms) => {
  expect(sizesOf(text).map(({ form }) => form)).toEqual(forms)
})

test('another spelling and another unit of a size mean the same size', () => {
  const random = createRandom(5)
  for (const text of ['M8x40', '3x2,5', '1/2"', 'Ø12', '500 gr', '0,5 kg', '230 V', '15 cm', '1,5 lt']) {
    const [size] = sizesOf(text)
    for (const write of [respell, inOtherUnit]) {
      for (let i = 0; i < 20; i++) {
        const written = write(text, random)?.replace(/^(?:çap|cap) /, 'Ø')
        if (written?.endsWith('inc')) continue
        if (written !== undefined) expect(sizesOf(written).map(({ form }) => form)).toEqual([size?.form])
      }
    }
  }
})

test('words with an ending mean words with the same beginning', () => {
  const random = createRandom(3)
  for (let i = 0; i < 20; i++) {
    expect(inflect('vida', random)?.meaning).toBe('vida*')
    expect(inflect('vida', random)?.text).toMatch(/^vida(?:lar|ları|sı|yı|nın|da)$/)
    // A word is not inflected to itself.
    expect(inflect('vidası', random)?.text ?? 'vidalar').toMatch(/^vida(?:lar|ları|yı|nın|da)$/)
    expect(soften('tabak', random)?.text).toMatch(/^tabağın?$/)
    expect(soften('renk', random)?.text).toMatch(/^rengin?$/)
    expect(soften('top', random)).toBeNull()
    expect(inflect('LED', random)).toBeNull()
  }
})

test('a product is meant when it has all words and sizes of a query', () => {
  const meanings = meaningsOf(['Ahşap Vidası 4 x 40 mm sarı', 'Vira'])
  expect(partsOf('Ahşap Vidası 4x40').map(({ meaning }) => meaning)).toEqual(['ahsap', 'vidasi', '4x40'])
  expect(hasAll(meanings, ['vida*', '4x40', 'vira'])).toBe(true)
  expect(hasAll(meanings, ['vida*', '4x400'])).toBe(false)
  expect(hasAll(meanings, ['tabak*|ahsa*'])).toBe(true)
})
