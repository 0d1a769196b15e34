import { expect, it } from 'vitest'
import { nextSort } from './table-columns.ts'

it('a column sorts ascending, descending, then not at all', () => {
  expect(nextSort('price', null)).toBe('price')
  expect(nextSort('price', 'price')).toBe('-price')
  expect(nextSort('price', '-price')).toBe('')
  expect(nextSort('price', 'name')).toBe('price')
})
