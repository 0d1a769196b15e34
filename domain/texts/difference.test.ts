import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textChanges } from './difference.ts'

test.each<[string, string, string, [string, string][]]>([
  ['nothing of equal texts', '<p>Bir</p><p>İki</p>', '<p>Bir</p>\n<p>İki</p>', []],
  ['a new paragraph', '<p>Bir</p>', '<p>Bir</p><p>İki</p>', [['added', 'İki']]],
  ['a removed list item', '<ul><li>Bir</li><li>İki</li></ul>', '<ul><li>İki</li></ul>', [['removed', 'Bir']]],
  [
    'a changed paragraph as both',
    '<p>10 gün</p><p>Son</p>',
    '<p>20 gün</p><p>Son</p>',
    [
      ['removed', '10 gün'],
      ['added', '20 gün'],
    ],
  ],
  ['no change of the markup alone', '<p>Bir &amp; <b>iki</b></p>', '<h2>Bir &amp; iki</h2>', []],
])('shows %s', (_what, before, after, changes) => {
  expect(textChanges(before, after)).toEqual(changes.map(([kind, text]) => ({ kind, text })))
})

test('of two texts, the old one without what was removed is the new one without what was added', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
  const html = (blocks: readonly string[]) => blocks.map((block) => `<p>${block}</p>`).join('')
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = textChanges(html(before), html(after))
      const removed = changes.filter(({ kind }) => kind === 'removed').length
      const added = changes.filter(({ kind }) => kind === 'added').length
      expect(before.length - removed).toBe(after.length - added)
    }),
  )
})
