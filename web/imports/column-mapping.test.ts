import { expect, test } from 'vitest'
import { mapColumn, usesOfColumn } from './column-mapping.ts'

test('a field is read from one column: choosing it again frees the other column', () => {
  const mapping = mapColumn({ Kod: 'code' }, 'Ürün No', ['code'])
  expect(mapping).toEqual({ 'Ürün No': 'code' })
})

test('a column may have two fields', () => {
  const mapping = mapColumn({}, 'Ürün', ['code', 'name'])
  expect(mapping).toEqual({ Ürün: ['code', 'name'] })
  expect(usesOfColumn(mapping, 'Ürün')).toEqual(['code', 'name'])
  expect(mapColumn(mapping, 'Ad', ['name'])).toEqual({ Ürün: 'code', Ad: 'name' })
})

test('a column is ignored, or recognized by name again', () => {
  expect(mapColumn({ A: 'code' }, 'A', ['ignore', 'name'])).toEqual({ A: 'ignore' })
  expect(mapColumn({ A: 'ignore', B: 'name' }, 'A', ['', ''])).toEqual({ B: 'name' })
})
