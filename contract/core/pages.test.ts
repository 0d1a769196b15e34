import * as adminPages from './admin-pages.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slugify } from '#domain/text/text.ts'
import { localPath, pages, productKeyOf, productPath, withoutLocale } from './pages.ts'
import { reservedSlugs } from './reserved-slugs.ts'

describe('product paths', () => {
  test.each([
    [{ seo: 'boru-anahtari', id: 42, ozelkod2: null }, '/boru-anahtari-p-42'],
    [{ seo: 'boru-anahtari', id: 42, ozelkod2: '' }, '/boru-anahtari-p-42'],
    [{ seo: 'boru-anahtari', id: 42, ozelkod2: 'BA 12/4' }, '/boru-anahtari-p-BA%2012%2F4'],
    [{ seo: 'boru', id: 42, ozelkod2: 'İĞNE-7' }, '/boru-p-%C4%B0%C4%9ENE-7'],
    [{ seo: 'tak-p-cikar', id: 42, ozelkod2: null }, '/tak-p-cikar-p-42'],
    [{ seo: 'boru', id: 42, ozelkod2: 'A-p-7' }, '/boru-p-42'],
    [{ seo: 'boru', id: 42, ozelkod2: 'p-7' }, '/boru-p-42'],
  ])('%j: %s', (product, path) => {
    expect(productPath(product)).toBe(path)
  })

  test.each([
    ['/boru-anahtari-p-42', { seo: 'boru-anahtari', key: '42' }],
    ['/tak-p-cikar-p-42', { seo: 'tak-p-cikar', key: '42' }],
    ['/boru-p-BA%2012%2F4', { seo: 'boru', key: 'BA 12/4' }],
    ['/boru-p-', null],
    ['/-p-42', null],
    ['/boru', null],
    ['/', null],
    ['', null],
    ['/bosch/boru-p-42', null],
    ['/boru-p-%E0%A4', null],
  ])('productKeyOf(%s) returns %j', (path, product) => {
    expect(productKeyOf(path)).toEqual(product)
  })

  test('productKeyOf reads every path that productPath writes', () => {
    const code = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[p-]{0,6}$/))
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.option(code), (name, id, ozelkod2) => {
        const seo = slugify(name)
        const read = productKeyOf(productPath({ seo, id, ozelkod2 }))
        expect(read?.seo).toBe(seo)
        expect([ozelkod2, String(id)]).toContain(read?.key)
      }),
    )
  })
})

describe('localPath', () => {
  test.each(['/', '/sepet', '/search?q=vida&page=2#top', '/boru-p-42', '/a//b', '/%2F%2Fevil.example'])(
    'keeps %s',
    (path) => {
      expect(localPath(path)).toBe(path)
    },
  )

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\b',
    'https://evil.example',
    'javascript:alert(1)',
    'sepet',
    '/\t/evil.example',
    '/\n/evil.example',
    '/sepet\r\nset-cookie: a=b',
    '/\u0000',
    '',
    null,
    undefined,
  ])('returns the home page for %j', (value) => {
    expect(localPath(value)).toBe(pages.home)
  })

  test('never returns the address of another site', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ':',
      '@',
      '?',
      '#',
      '\t',
      '\n',
      ' ',
      'https:',
      'evil.example',
      '%2f',
      'a',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const shop = 'https://shop.example'
        expect(new URL(localPath(pieces.join('')), shop).origin).toBe(shop)
      }),
    )
  })
})

test('reserves the slugs that would hide a page', () => {
  const ofAdministrators = Object.values(adminPages).filter((path) => typeof path === 'string')
  for (const path of [...Object.values(pages), ...ofAdministrators]) {
    const first = path.split('/')[1] ?? ''
    expect(first === '' || reservedSlugs.has(first)).toBe(true)
  }
})

test.each([
  ['/en/makita/matkap', '/makita/matkap'],
  ['/tr/makita/matkap', '/makita/matkap'],
  ['/en', '/'],
  ['/tr/', '/'],
  ['/energy', '/energy'],
  ['/trafo/en', '/trafo/en'],
  ['/', '/'],
])('withoutLocale(%s) returns %s', (path, rest) => {
  expect(withoutLocale(path)).toBe(rest)
})
