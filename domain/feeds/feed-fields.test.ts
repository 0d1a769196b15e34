import { describe, expect, test } from 'vitest'
import { isElementPath, wrongColumn } from './feed-fields.ts'
import { feedPresetNames, feedPresets } from './feed-presets.ts'

test.each(['a', 'Ürün', 'g_1', 'images/image', 'a.b-c'])('%s is a path of XML elements', (path) => {
  expect(isElementPath(path)).toBe(true)
})

test.each(['', '1a', 'a b', 'a//b', '/a', 'a/', 'a:b', '<a', 'a>', '-a', 'a&b', 'x'.repeat(61)])(
  '%j is no path of XML elements',
  (path) => {
    expect(isElementPath(path)).toBe(false)
  },
)

describe('wrongColumn', () => {
  const column = (name: string) => ({ field: 'code' as const, name })
  test.each([
    ['names of their own', ['a', 'b/c', 'b/d'], undefined],
    ['one name twice', ['a', 'a'], 'a'],
    ['an element with a text and elements', ['a', 'a/b'], 'a/b'],
    ['elements and a text', ['a/b', 'a'], 'a'],
    ['a name that only begins like another', ['ab', 'a'], undefined],
  ])('%s', (_, names, wrong) => {
    expect(wrongColumn(names.map(column), true)?.name).toBe(wrong)
  })

  test.each(['=1', '+a', '-a', '@a', '', ' a', 'a\nb', 'a"b', 'a;b'])('a table has no column %j', (name) => {
    expect(wrongColumn([column(name)], false)?.name).toBe(name)
  })
  test.each(['Stok:Ana Depo', 'Ürün Grup ID', 'Attribute 1 value(s)', '1'])('a table may have a column %j', (name) => {
    expect(wrongColumn([column(name)], false)).toBeUndefined()
  })
})

test.each(feedPresetNames)('the preset %s has names that its formats accept, and the code', (name) => {
  const { formats, columns, root, item, isFixed } = feedPresets[name]
  for (const format of formats) expect(wrongColumn(columns, format === 'xml')).toBeUndefined()
  expect([isElementPath(root), isElementPath(item)]).toEqual([true, true])
  if (!isFixed) expect(columns.map(({ field }) => field)).toContain('code')
})
