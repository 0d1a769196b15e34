import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beginsWithName, compareTurkish, fold, shortenCode, slugify, squeezeCode } from './text.ts'

describe('fold', () => {
  test.each([
    ['İSTANBUL', 'istanbul'],
    ['istanbul', 'istanbul'],
    ['ıstanbul', 'istanbul'],
    ['ISTANBUL', 'istanbul'],
    ['ÇEKİÇ', 'cekic'],
    ['çekiç', 'cekic'],
    ['Şönt Ölçüm', 'sont olcum'],
    ['BAĞLANTI', 'baglanti'],
    ['ÜÇLÜ', 'uclu'],
    ['Kâğıt rölyef îmâ', 'kagit rolyef ima'],
    ['Ä-Å-É-Ñ-Ø-Ý', 'a-a-e-n-o-y'],
    ['3/4" BORU (Ø20)', '3/4" boru (o20)'],
  ])('%s → %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  test('treats composed and decomposed letters alike', () => {
    expect(fold('ÇEKİÇ ğüşöç'.normalize('NFD'))).toBe('cekic gusoc')
  })

  test('is idempotent and ignores Turkish upper and lower case', () => {
    const letters = Array.from('abcçdefgğhıijklmnoöprsştuüvyzâîûqwx0123456789 -./')
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters) }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
        expect(fold(text.toLocaleUpperCase('tr'))).toBe(fold(text))
        expect(fold(text)).toHaveLength(text.length)
      }),
    )
  })
})

test.each([
  ['A 9F-74.116', 'a9f74116'],
  ['İĞ/22 Ş', 'ig22s'],
  ['---', ''],
])('squeezeCode of %s is %s', (code, squeezed) => {
  expect(squeezeCode(code)).toBe(squeezed)
})

describe('slugify', () => {
  test.each([
    ['Çift Taraflı Anahtar 12x13', 'cift-tarafli-anahtar-12x13'],
    ['  Kablo,  3x2.5 mm²  ', 'kablo-3x2-5-mm'],
    ['IŞILDAK', 'isildak'],
    ['-p-', 'p'],
    ['', 'urun'],
    ['???', 'urun'],
  ])('%s → %s', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  test('returns letters, digits and single dashes, at most 120 characters, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(slugify(text)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slugify(text).length).toBeLessThanOrEqual(120)
      }),
    )
  })
})

test('compareTurkish sorts by the Turkish alphabet', () => {
  const letters = ['z', 'ş', 's', 'ı', 'i', 'ö', 'o', 'ç', 'c', 'ğ', 'g', 'ü', 'u']
  expect(letters.toSorted(compareTurkish).join('')).toBe('cçgğıioösşuüz')
})

test('shortenCode shows codes of up to 20 characters in full', () => {
  expect(shortenCode('12345678901234567890')).toBe('12345678901234567890')
  expect(shortenCode('123456789012345678901')).toBe('12345678901234567890…')
  expect(shortenCode('')).toBe('')
})

test.each([
  ['BOSCH Matkap', 'Bosch', true],
  ['İZELTAŞ çekiç', 'Izeltaş', true],
  ['Bosch', 'Bosch', true],
  ['Boschung fırça', 'Bosch', false],
  ['Matkap Bosch', 'Bosch', false],
  ['Matkap', '', false],
])('%s begins with the name %s: %s', (text, name, begins) => {
  expect(beginsWithName(text, name)).toBe(begins)
})
