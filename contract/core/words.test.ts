import { expect, test } from 'vitest'
import { createTranslate } from './words.ts'

const t = createTranslate('en', {
  plain: 'Plain',
  cart: { lines_one: '{{count}} line', lines_other: '{{count}} lines', sum: '{{a}} and {{b}}, {{a}}' },
})

test.each([
  ['plain', undefined, 'Plain'],
  ['cart.sum', { a: 'x', b: 2 }, 'x and 2, x'],
  ['cart.sum', { a: '{{b}}', b: '$&' }, '{{b}} and $&, {{b}}'],
  ['cart.sum', { a: 'x' }, 'x and , x'],
  ['cart.lines', { count: 1 }, '1 line'],
  ['cart.lines', { count: 0 }, '0 lines'],
  ['cart.lines', { count: 1000 }, '1,000 lines'],
  ['cart.sum', { a: 2.5, b: '2.5' }, '2.5 and 2.5, 2.5'],
  ['plain', { count: 1 }, 'Plain'],
  ['cart.none', { count: 1 }, 'cart.none'],
  ['cart', undefined, 'cart'],
])('translates %s with %j as %s', (key, facts, text) => {
  expect(t(key, facts)).toBe(text)
})

test('writes numbers in the notation of the language, and texts as they are', () => {
  const turkish = createTranslate('tr', { found: '{{count}} of {{all}}, %{{rate}}, {{code}}' })
  const facts = { count: 1250, all: '9.000', rate: 2.5, code: '1000' }
  expect(turkish('found', facts)).toBe('1.250 of 9.000, %2,5, 1000')
})
