import { describe, expect, test } from 'vitest'
import { isSameShape, isSimilarShape, shapeOf } from './shape.ts'

describe('the shape of a file', () => {
  test.each([
    [['Stok Kodu', 'Ürün Adı', 'Fiyat'], ['FİYAT', 'STOK_KODU', 'ürün adı'], true],
    [['Kod', 'Ad'], ['Kod', 'Ad', '', 'Kod'], true],
    [['Kod', 'Ad'], ['Kod', 'Ad', 'Stok'], false],
    [[], [], false],
  ])('%j is the same as that of %j: %s', (a, b, expected) => {
    expect(isSameShape(shapeOf(a), shapeOf(b))).toBe(expected)
  })

  test.each([
    ['one of eleven columns is new', 11, ['s1'], true],
    ['a column that the profile names is missing', 11, ['Başka'], false],
    ['three of thirteen columns are new', 13, ['s1'], false],
  ])('if %s, the files are similar: columns %d, named %j, %s', (_case, count, named, expected) => {
    const columns = (n: number) => shapeOf(Array.from({ length: n }, (_, i) => `s${i}`))
    expect(isSimilarShape(columns(10), columns(count), named)).toBe(expected)
  })
})
