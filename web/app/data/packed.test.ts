import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openData, packData } from './packed.ts'

const sent = (data: object) => openData<object>(JSON.parse(JSON.stringify(packData(data))) as { packed: string })

test('packed data are the same after they were sent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (data) => {
      // A name such as __proto__ is no field of a reply.
      const plain = JSON.parse(JSON.stringify(data).replaceAll('__proto__', 'proto')) as object
      expect(sent(plain)).toEqual(plain)
    }),
  )
})

test('equal parts are sent once, also inside of each other', () => {
  const price = { value: 12.5, currency: 'TRY' }
  const unit = { id: 1, price, prices: [price, price], none: [], empty: {} }
  const data = { units: [unit, { ...unit }, { ...unit, id: 2 }], quotes: `1" and \` and '` }
  expect(sent(data)).toEqual(data)
  expect(packData(data).packed.match(/12\.5/g)).toHaveLength(1)
  expect(packData([[unit], [unit], [unit]]).packed).toMatch(/\],\[(\d+)\],\[\1\]\]\]$/)
})

test('the last values of an object are left out where they equal those of the previous one', () => {
  const data = [
    { value: 1, currency: 'TRY', by: { name: 'a' } },
    { value: 2, currency: 'TRY', by: { name: 'a' } },
    { value: 3, currency: 'USD', by: { name: 'a' } },
    { value: 2, currency: 'TRY', by: { name: 'b' } },
  ]
  expect(sent(data)).toEqual(data)
  expect(packData(data).packed.match(/TRY/g)).toHaveLength(2)
})

test('fields without a value are left out, data that are not packed stay', () => {
  expect(sent({ a: undefined, b: [null] })).toEqual({ b: [null] })
  const plain = { kind: 'list' }
  expect(openData(plain)).toBe(plain)
})
