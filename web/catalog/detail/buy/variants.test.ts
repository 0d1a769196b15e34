import { describe, expect, it } from 'vitest'
import { findVariant, isAvailable, type Picked, pickedOf, withPick } from './variants.ts'

const named = (names: string[]) => names.map((name) => ({ name }))
const variant = (id: number, ...values: string[]) => ({ id, url: `/v-p-${id}`, values: named(values) })
const product = {
  variants: [
    { name: 'Güç', values: named(['10 W', '30 W']) },
    { name: 'Renk', values: named(['Siyah', 'Beyaz']) },
    { name: 'Işık', values: named(['3000 K', '6500 K']) },
  ],
  variantProducts: [
    variant(1, '10 W', 'Siyah', '3000 K'),
    variant(2, '10 W', 'Beyaz', '6500 K'),
    variant(3, '30 W', 'Siyah', '6500 K'),
  ],
  chosen: ['10 W', 'Siyah', '3000 K'],
}

describe('variants of three dimensions', () => {
  it('finds a variant only for a complete combination', () => {
    expect(findVariant(product, ['10 W', 'Beyaz', '6500 K'])?.id).toBe(2)
    expect(findVariant(product, ['10 W', 'Beyaz', null])).toBeUndefined()
    expect(findVariant(product, ['30 W', 'Beyaz', '6500 K'])).toBeUndefined()
  })

  it('reports which values exist together with the other choices', () => {
    const picked = pickedOf(product)
    expect(isAvailable(product, picked, 0, '30 W')).toBe(false)
    expect(isAvailable(product, ['10 W', null, null], 1, 'Beyaz')).toBe(true)
    expect(isAvailable(product, ['30 W', null, '3000 K'], 1, 'Siyah')).toBe(false)
  })

  it.each([
    ['clears the choices that the value does not exist with', pickedOf(product), 0, '30 W', ['30 W', 'Siyah', null]],
    ['clears all others if none exists with the value', pickedOf(product), 1, 'Beyaz', ['10 W', 'Beyaz', null]],
    ['keeps the first of two that exclude each other', [null, 'Siyah', '3000 K'], 0, '30 W', ['30 W', 'Siyah', null]],
    ['keeps all that fit', ['10 W', null, '6500 K'], 1, 'Beyaz', ['10 W', 'Beyaz', '6500 K']],
    ['clears the chosen value itself', pickedOf(product), 0, '10 W', [null, 'Siyah', '3000 K']],
  ] as [string, Picked, number, string, Picked][])('%s', (_, picked, dimension, value, expected) => {
    expect(withPick(product, picked, dimension, value)).toEqual(expected)
  })

  it('reaches every variant from every other one by choosing its values', () => {
    for (const from of product.variantProducts) {
      for (const to of product.variantProducts) {
        const values = to.values.map(({ name }) => name)
        const start: Picked = from.values.map(({ name }) => name)
        const reached = values.reduce(
          (picked, value, at) => (picked[at] === value ? picked : withPick(product, picked, at, value)),
          start,
        )
        expect(reached).toEqual(values)
      }
    }
  })

  it('starts without a choice on the parent', () => {
    expect(pickedOf({ ...product, chosen: [] })).toEqual([null, null, null])
  })
})
