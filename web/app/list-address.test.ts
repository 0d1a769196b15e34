import { describe, expect, it } from 'vitest'
import {
  addressOf,
  filtersOf,
  priceFilter,
  priceRangeOf,
  toggled,
  withChoice,
  withFilters,
  withPage,
} from './list-address.ts'

const search = (text: string) => new URLSearchParams(text)

describe('filters in the address', () => {
  it('reads keys and values, adds the brand parameter to the brands, and ignores unknown keys', () => {
    expect(filtersOf(search('filters=brand:MKR,VLT;model:3;colour:red;broken&brand=LMR'))).toEqual({
      brand: ['LMR', 'MKR', 'VLT'],
      model: ['3'],
    })
  })

  it('writes filters, starts at page 1 and keeps the other parameters', () => {
    const next = withFilters(search('q=kablo&page=4&brand=LMR&sort=-price'), { brand: ['LMR', 'MKR'], stock: ['1'] })
    expect(addressOf('/search', next)).toBe('/search?q=kablo&sort=-price&filters=brand:LMR,MKR;stock:1')
  })

  it('reads and writes technical attributes, after the other filters', () => {
    const filters = filtersOf(search('filters=a.guc:0.75,1..2;brand:MKR'))
    expect(filters).toEqual({ 'a.guc': ['0.75', '1..2'], brand: ['MKR'] })
    const next = withFilters(search(''), toggled(filters, 'a.guc', '1..2'))
    expect(addressOf('/kablo', next)).toBe('/kablo?filters=brand:MKR;a.guc:0.75')
  })

  it('adds and removes a value', () => {
    expect(toggled({ brand: ['A'] }, 'brand', 'B')).toEqual({ brand: ['A', 'B'] })
    expect(toggled({ brand: ['A', 'B'] }, 'brand', 'A')).toEqual({ brand: ['B'] })
  })

  it('leaves no empty parameter behind', () => {
    expect(addressOf('/kablo', withFilters(search('filters=brand:A'), { brand: [] }))).toBe('/kablo')
  })
})

it('a page, a sort and a view change one parameter; sort and view restart at page 1', () => {
  expect(withPage(search('sort=name&page=3'), 1).toString()).toBe('sort=name')
  expect(withPage(search('sort=name'), 7).toString()).toBe('sort=name&page=7')
  expect(withChoice(search('page=3&q=a'), 'sort', '-price').toString()).toBe('q=a&sort=-price')
  expect(withChoice(search('page=3&sort=name'), 'sort', '').toString()).toBe('')
})

it('price ranges accept a decimal comma and open ends, and reject anything that is not a number', () => {
  expect(priceFilter('100', '500,50')).toBe('100-500.50')
  expect(priceFilter('', '500')).toBe('-500')
  expect(priceFilter('100', '')).toBe('100-')
  expect(priceFilter('500', '100')).toBe('100-500')
  expect(priceFilter('', '')).toBeNull()
  expect(priceFilter('abc', '5')).toBeNull()
  expect(priceRangeOf({ price: ['-500'] })).toEqual({ from: '', to: '500' })
})
