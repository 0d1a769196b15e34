import { describe, expect, test } from 'vitest'
import { conflictOf, createRuleBook, hasRule } from './rule-book.ts'
import { cleanRule, problemOfRule, ruleText, type SearchRule, type SearchRuleKind } from './search-rule.ts'
import { compileRules } from './search-words.ts'
import { similarity } from './similarity.ts'

const rule = (kind: SearchRuleKind, words: string[], targets: string[] = []): SearchRule => ({ kind, words, targets })
const equal = (...words: string[]) => rule('synonyms', words)
const oneWay = (word: string, ...targets: string[]) => rule('one_way', [word], targets)

describe('a rule', () => {
  test('loses blank and repeated texts, folded the Turkish way, and synonyms have no target', () => {
    expect(cleanRule(rule('synonyms', [' Işık ', 'ışık', 'ISIK', '', 'lamba  beyaz'], ['x']))).toEqual(
      equal('Işık', 'lamba beyaz'),
    )
    expect(cleanRule(rule('code', ['MK-1', 'mk 1', 'MK.2'], ['A-1']))).toEqual(rule('code', ['MK-1', 'MK.2'], ['A-1']))
  })

  test.each<[string, SearchRule, string]>([
    ['no word', equal(), 'empty'],
    ['a group of one word', equal('matkap'), 'alone'],
    ['too many words', equal(...Array.from({ length: 21 }, (_, i) => `kelime${i}`)), 'tooMany'],
    ['a word without letters', equal('matkap', '--'), 'noLetters'],
    ['a word of 61 letters', equal('matkap', 'a'.repeat(61)), 'tooLong'],
    ['a synonym of three words', equal('matkap', 'a b c'), 'tooManyParts'],
    ['a target of seven words', oneWay('matkap', 'a b c d e f g'), 'tooManyParts'],
    ['a direction without a target', oneWay('şarj aleti'), 'empty'],
    ['a redirect without an address', rule('redirect', ['kampanya']), 'pathMissing'],
    ['two codes as a target', rule('code', ['E-1'], ['A-1', 'A-2']), 'oneTarget'],
    ['a word on both sides', oneWay('Şarj', 'sarj'), 'itself'],
    ['a code on both sides', rule('code', ['A 1'], ['A-1']), 'itself'],
  ])('with %s is a problem', (_, typed, problem) => {
    expect(problemOfRule(cleanRule(typed))?.problem).toBe(problem)
  })

  test('is one line in messages', () => {
    expect(ruleText(equal('matkap', 'drill'))).toBe('matkap = drill')
    expect(ruleText(oneWay('şarj aleti', 'adaptör'))).toBe('şarj aleti → adaptör')
  })
})

describe('a rule contradicts another', () => {
  test.each<[string, SearchRule[], SearchRule, string]>([
    ['when its word is in another group', [equal('matkap', 'drill')], equal('Drill', 'delgi'), 'taken_synonyms'],
    ['when its code has another product', [rule('code', ['E-1'], ['A'])], rule('code', ['e 1'], ['B']), 'taken_code'],
    [
      'when its word leads to another page',
      [rule('redirect', ['a'], ['/b'])],
      rule('redirect', ['A'], ['/c']),
      'taken_redirect',
    ],
    ['when both sides are in one group', [equal('matkap', 'drill')], oneWay('drill', 'matkap'), 'alreadyEqual'],
    [
      'when a direction connects words of a group',
      [oneWay('drill', 'matkap')],
      equal('matkap', 'drill'),
      'hasDirection',
    ],
    ['when directions run back', [oneWay('a', 'b')], oneWay('b', 'a'), 'circle'],
    ['when directions run in a circle', [oneWay('a', 'b'), oneWay('b', 'c')], oneWay('c', 'x', 'a'), 'circle'],
  ])('%s', (_, existing, typed, problem) => {
    expect(conflictOf(createRuleBook(existing), typed)?.problem).toBe(problem)
  })

  test('and names the circle', () => {
    const book = createRuleBook([oneWay('a', 'b'), oneWay('b', 'c')])
    expect(conflictOf(book, oneWay('c', 'a'))?.facts).toEqual({ path: 'c → a → b → c' })
  })

  test('not when kinds differ, or when a direction only leads on', () => {
    const book = createRuleBook([equal('matkap', 'drill'), oneWay('a', 'b')])
    expect(conflictOf(book, rule('redirect', ['drill'], ['/matkaplar']))).toBeNull()
    expect(conflictOf(book, oneWay('b', 'c'))).toBeNull()
  })

  test('a book has a rule in any order of its words', () => {
    const book = createRuleBook([equal('matkap', 'drill'), oneWay('a', 'b', 'c')])
    expect(hasRule(book, equal('DRILL', 'Matkap'))).toBe(true)
    expect(hasRule(book, equal('drill', 'matkap', 'delgi'))).toBe(false)
    expect(hasRule(book, oneWay('a', 'c', 'b'))).toBe(true)
    expect(hasRule(book, oneWay('a', 'b'))).toBe(false)
  })
})

describe('compiled rules', () => {
  const words = compileRules([
    equal('Matkap', 'drill'),
    oneWay('şarj aleti', 'adaptör'),
    equal('adaptör', 'güç kaynağı'),
    rule('code', ['ESK-1', 'R 77'], ['MKR-DDF485']),
    rule('redirect', ['Bahar İndirimi'], ['/kampanyalar']),
  ])

  const textsOf = (key: string) =>
    words.alternatives.get(key)?.map(({ text, isTarget }) => (isTarget ? `→ ${text}` : text))

  test('find equal words both ways, targets one way below them, and the group of a target', () => {
    expect(textsOf('matkap')).toEqual(['drill'])
    expect(textsOf('drill')).toEqual(['matkap'])
    expect(textsOf('sarj aleti')).toEqual(['→ adaptor', '→ guc kaynagi'])
    expect(textsOf('adaptor')).toEqual(['guc kaynagi'])
  })

  test('have codes with and without separators, and redirects by the folded search', () => {
    expect(textsOf('r 77')).toEqual(['mkr ddf485'])
    expect(textsOf('r77')).toEqual(['mkr ddf485'])
    expect(words.codes.get('r77')).toBe('MKR-DDF485')
    expect(words.redirects.get('bahar indirimi')).toBe('/kampanyalar')
  })
})

test.each([
  ['matkap', 'matkap', 1],
  ['a', 'a', 1],
  ['matkp', 'vida', 0],
])('%s and %s have the similarity %d', (a, b, expected) => {
  expect(similarity(a, b)).toBe(expected)
})

test('a mistyped word is more similar than another word', () => {
  expect(similarity('matkp', 'matkap')).toBeGreaterThan(similarity('matkp', 'makas'))
})
