import { expect, test } from 'vitest'
import { splitRuleWords } from './rule-words.ts'

test.each([
  ['matkap = drill', ['matkap', 'drill']],
  ['matkap, drill,delgi', ['matkap', 'drill', 'delgi']],
  ['matkap\ndrill\n\n', ['matkap', 'drill']],
  ['matkap = drill\ndelgi; şarjlı matkap', ['matkap', 'drill', 'delgi', 'şarjlı matkap']],
  ['3,5 mm = 3.5mm', ['3,5 mm', '3.5mm']],
  [' = , ;', []],
])('synonyms typed as %j are %j', (text, words) => {
  expect(splitRuleWords('synonyms', text)).toEqual(words)
})

test('a code keeps its equals sign', () => {
  expect(splitRuleWords('code', 'AB=12, X-1')).toEqual(['AB=12', 'X-1'])
})
