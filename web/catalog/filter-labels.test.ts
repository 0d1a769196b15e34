import { describe, expect, it } from 'vitest'
import type { ProductList } from '#contract/catalog.ts'
import { chipsOf, isInForce } from './filter-labels.ts'
import { filtersOf } from './list-address.ts'

const brand = { code: 'MKR', name: 'Makra', count: 3, selected: true }
const list = { facets: { brand: [brand], model: [], category: [] }, showNotInStocks: '1' } as unknown as ProductList

function inForce(filters: string, shown = list): string[] {
  const chips = chipsOf(filtersOf(new URLSearchParams({ filters })))
  return chips.filter((chip) => isInForce(chip, shown)).map(({ key, value }) => `${key}:${value}`)
}

describe('filters in force', () => {
  it('are those that mean something', () => {
    expect(inForce('brand:MKR,NOPE;model:9;category:x;price:10-20;stock:1')).toEqual([
      'brand:MKR',
      'price:10-20',
      'stock:1',
    ])
    for (const price of ['abc', '-', '10', 'a-b', '9-x', 'x-9']) expect(inForce(`price:${price}`)).toEqual([])
    for (const price of ['10-', '-20.5']) expect(inForce(`price:${price}`)).toEqual([`price:${price}`])
    expect(inForce('stock:yes')).toEqual([])
  })

  it('leave stock to the toggle of who wants nothing else', () => {
    expect(inForce('stock:1', { ...list, showNotInStocks: '0' })).toEqual([])
  })

  it('are all of them until the counts are there', () => {
    expect(inForce('brand:NOPE', { ...list, isPreparing: true })).toEqual(['brand:NOPE'])
  })
})
