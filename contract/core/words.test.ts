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
  ['cart.lines', { count: 1000 }, '1000 lines'],
  ['plain', { count: 1 }, 'Plain'],
  ['cart.none', { count: 1 }, 'cart.none'],
  ['cart', undefined, 'cart'],
])('translates %s with %j as %s', (key, facts, text) => {
  expect(t(key, facts)).toBe(text)
})
