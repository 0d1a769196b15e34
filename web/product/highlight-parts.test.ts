import { expect, test } from 'vitest'
import { highlightParts } from './highlight-parts.ts'

test.each([
  ['ÇEKİÇ Işıklı 500 gr', 'cekic', ['', 'ÇEKİÇ', ' Işıklı 500 gr']],
  ['ÇEKİÇ Işıklı 500 gr', 'gr ışık', ['ÇEKİÇ ', 'Işık', 'lı 500 ', 'gr', '']],
  ['06A 905-115', '905', ['06A ', '905', '-115']],
  ['Boru 1/2" (sarı)', '(sarı)', ['Boru 1/2" ', '(sarı)', '']],
  ['M8 M80', 'm8 m80', ['', 'M8', ' ', 'M80', '']],
  ['Matkap', 'testere', ['Matkap']],
  ['Matkap', '   ', ['Matkap']],
  ['Matkap', '', ['Matkap']],
  // NFD: an S and its cedilla are one letter when folded.
  ['S\u0327erit', 'serit', ['S\u0327erit']],
])('splits %s for the search %s', (text, q, parts) => {
  expect(highlightParts(text, q)).toEqual(parts)
  expect(highlightParts(text, q).join('')).toBe(text)
})
