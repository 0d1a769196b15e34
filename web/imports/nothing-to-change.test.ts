import { expect, test } from 'vitest'
import { nothingToChange } from './nothing-to-change.ts'

const same = { state: 'ready', changes: 0, rejected: 0, warnings: 0, questions: 0 }

test.each([
  ['a preview that changes nothing and took every row', {}, 'nothing'],
  ['a preview with changes', { changes: 1 }, null],
  ['a preview with an open question', { questions: 1 }, null],
  ['a preview with rejected rows', { rejected: 2 }, 'nothingElse'],
  ['a preview with values that were not taken', { warnings: 1 }, 'nothingWarned'],
  ['an import that is not previewed', { state: 'failed' }, null],
])('the shop is called equal to the file only when it is: %s', (_case, part, expected) => {
  expect(nothingToChange({ ...same, ...part })).toBe(expected)
})
