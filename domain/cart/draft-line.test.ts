import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DraftLine, mergeDrafts, onlyAdds, requestedLine } from './draft-line.ts'

const line = (code: string, quantity = '1', unit = ''): DraftLine => ({ code, quantity, unit })
const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((code) => line(code)) as [DraftLine, DraftLine, DraftLine, DraftLine]

test.each([
  ['both added', [a], [a, b], [a, c], [a, c, b]],
  ['one removed what the other kept', [a, b], [a], [a, b, c], [a, c]],
  ['one changed', [a], [line('A', '5')], [a, d], [d, line('A', '5')]],
  ['both changed', [a], [line('A', '5')], [line('A', '7')], [line('A', '7'), line('A', '5')]],
  ['nothing changed', [a, a], [a, a], [a, a], [a, a]],
  ['equal lines added by both', [], [a], [a], [a, a]],
])('two drafts are merged: %s', (_, base, mine, theirs, merged) => {
  expect(mergeDrafts(base, mine, theirs)).toEqual(merged)
})

test.each([
  ['more lines', [a], [b, a, a], true],
  ['the same lines', [a, b], [b, a], true],
  ['a line less', [a, a], [a, b], false],
  ['another quantity', [a], [line('A', '2')], false],
])('only adds to a draft: %s', (_, base, lines, expected) => {
  expect(onlyAdds(base, lines)).toBe(expected)
})

test('merging loses no line that either has added', () => {
  const lines = fc.array(
    fc.constantFrom('A', 'B', 'C').map((code) => line(code)),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(lines, lines, lines, (base, mine, theirs) => {
      const count = (all: readonly DraftLine[], code: string) => all.filter((one) => one.code === code).length
      const merged = mergeDrafts(base, mine, theirs)
      for (const code of ['A', 'B', 'C']) {
        const [before, own, other] = [count(base, code), count(mine, code), count(theirs, code)]
        expect(count(merged, code)).toBe(Math.max(0, other - Math.max(0, before - own)) + Math.max(0, own - before))
      }
    }),
  )
})

test('a line is read as a row of a list: an empty quantity is 1, a unit may follow the number', () => {
  expect(requestedLine(line(' A ', ''))).toEqual({ code: 'A', quantity: 1 })
  expect(requestedLine(line('A', '5 KOLİ'))).toEqual({ code: 'A', quantity: 5, unit: 'KOLİ' })
  expect(requestedLine(line('A', '1.200', 'PAKET'))).toEqual({ code: 'A', quantity: 1200, unit: 'PAKET' })
  expect(requestedLine(line('A', '2,5')).quantity).toBeNull()
})
