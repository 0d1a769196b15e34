import { describe, expect, it } from 'vitest'
import type { ProductList } from '#contract/shop/catalog.ts'
import { chipsOf, isActiveFilter, nameOfValue } from './filter-labels.ts'
import { filtersOf } from '#web/app/list-address.ts'

const brand = { code: 'MKR', name: 'Makra', count: 3, selected: true }
const list = {
  facets: { brand: [brand], model: [], category: [] },
  showNotInStocks: '1',
  total: 3,
} as unknown as ProductList

function activeFilters(filters: string, shown = list): string[] {
  const chips = chipsOf(filtersOf(new URLSearchParams({ filters })))
  return chips.filter((chip) => isActiveFilter(chip, shown)).map(({ key, value }) => `${key}:${value}`)
}

describe('the label of a model', () => {
  const slim = { id: 4, name: 'Slim Serisi', brand: 'Lamar', count: 2, selected: true }
  const pro = { id: 5, name: 'Pro Serisi', brand: 'Makra', count: 3, selected: false }
  const lamar = { ...brand, code: 'LMR', name: 'Lamar' }
  const nameOf = (facets: object) => nameOfValue({ key: 'model', value: '4' }, { ...list.facets, ...facets })

  it('is its name under one brand, and brand and name beside other brands', () => {
    expect(nameOf({ brand: [lamar], model: [slim] })).toBe('Slim Serisi')
    expect(nameOf({ brand: [lamar, brand], model: [slim, pro] })).toBe('Lamar Slim Serisi')
  })

  it('names its brand when another one is chosen, so that an empty list explains itself', () => {
    expect(nameOf({ brand: [brand], model: [slim] })).toBe('Lamar Slim Serisi')
  })
})

describe('active filters', () => {
  it('include only known values', () => {
    expect(activeFilters('brand:MKR,NOPE;model:9;category:x;price:10-20;stock:1')).toEqual([
      'brand:MKR',
      'price:10-20',
      'stock:1',
    ])
    for (const price of ['abc', '-', '10', 'a-b', '9-x', 'x-9']) expect(activeFilters(`price:${price}`)).toEqual([])
    for (const price of ['10-', '-20.5']) expect(activeFilters(`price:${price}`)).toEqual([`price:${price}`])
    expect(activeFilters('stock:yes')).toEqual([])
  })

  it('include unknown values of an empty list', () => {
    expect(activeFilters('brand:NOPE', { ...list, total: 0 })).toEqual(['brand:NOPE'])
  })

  it('leave stock to the toggle when the visitor hides products out of stock', () => {
    expect(activeFilters('stock:1', { ...list, showNotInStocks: '0' })).toEqual([])
  })

  it('include all filters until the counts are available', () => {
    expect(activeFilters('brand:NOPE', { ...list, isPreparing: true })).toEqual(['brand:NOPE'])
  })
})
