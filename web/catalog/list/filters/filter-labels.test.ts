import { describe, expect, it } from 'vitest'
import type { ProductList } from '#contract/shop/catalog.ts'
import { chipsOf, isInForce, nameOfValue } from './filter-labels.ts'
import { filtersOf } from '#web/app/list-address.ts'

const brand = { code: 'MKR', name: 'Makra', count: 3, selected: true }
const list = { facets: { brand: [brand], model: [], category: [] }, showNotInStocks: '1' } as unknown as ProductList

function inForce(filters: string, shown = list): string[] {
  const chips = chipsOf(filtersOf(new URLSearchParams({ filters })))
  return chips.filter((chip) => isInForce(chip, shown)).map(({ key, value }) => `${key}:${value}`)
}

describe('the name of a model', () => {
  const slim = { id: 4, name: 'Slim Serisi', brand: 'Lamar', count: 2, selected: true }
  const pro = { id: 5, name: 'Pro Serisi', brand: 'Makra', count: 3, selected: false }
  const lamar = { ...brand, code: 'LMR', name: 'Lamar' }
  const nameOf = (facets: object) => nameOfValue({ key: 'model', value: '4' }, { ...list.facets, ...facets })

  it('stands alone under one brand, and after its brand beside others', () => {
    expect(nameOf({ brand: [lamar], model: [slim] })).toBe('Slim Serisi')
    expect(nameOf({ brand: [lamar, brand], model: [slim, pro] })).toBe('Lamar Slim Serisi')
  })

  it('says its brand where another one is chosen, so that an empty list explains itself', () => {
    expect(nameOf({ brand: [brand], model: [slim] })).toBe('Lamar Slim Serisi')
  })
})

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
