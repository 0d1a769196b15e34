import { describe, expect, test } from 'vitest'
import { picturesMax } from '#contract/admin/products.ts'
import { type ArrangedPicture, arrangePictures } from './arrange-pictures.ts'

/** `new`: fetched but not yet at the product; `there`: as it was added; `waiting`: not fetched. */
const fresh = (place: number, file: string): ArrangedPicture => ({ place, file, isDropped: false, added: null })
const there = (place: number, file: string, rest: Partial<ArrangedPicture> = {}): ArrangedPicture => ({
  ...fresh(place, file),
  added: { file, place },
  ...rest,
})
const waiting = (place: number): ArrangedPicture => ({ place, file: null, isDropped: false, added: null })
const dropped = { isDropped: true }

describe('the pictures of a product', () => {
  test.each<[string, string[], ArrangedPicture[], string[]]>([
    ['get fetched ones in the order of their places', [], [fresh(2, 'b'), fresh(1, 'a')], ['a', 'b']],
    ['put a first one that comes late first', ['b'], [there(2, 'b'), fresh(1, 'a')], ['a', 'b']],
    ['keep their own in front', ['own'], [fresh(1, 'a'), waiting(2)], ['own', 'a']],
    ['keep their own in front of further ones', ['own', 'b'], [there(2, 'b'), fresh(1, 'a')], ['own', 'a', 'b']],
    ['have the same content once', [], [fresh(1, 'a'), fresh(2, 'a')], ['a']],
    ['leave an own one of the same content where it is', ['x', 'a'], [fresh(1, 'a')], ['x', 'a']],
    ['replace changed content', ['own', 'a', 'b'], [there(1, 'a', { file: 'c' }), there(2, 'b')], ['own', 'c', 'b']],
    [
      'follow a new order of the file',
      ['a', 'b'],
      [there(2, 'b', { place: 1 }), there(1, 'a', { place: 2 })],
      ['b', 'a'],
    ],
    [
      'keep the order of an administrator',
      ['b', 'own', 'a'],
      [there(1, 'a'), there(2, 'b'), fresh(3, 'c')],
      ['b', 'own', 'a', 'c'],
    ],
    [
      'replace changed content in the order of an administrator',
      ['b', 'own', 'a'],
      [there(1, 'a', { file: 'c' }), there(2, 'b')],
      ['b', 'own', 'c'],
    ],
    ['do not get back what an administrator removed', ['own'], [there(1, 'a'), fresh(2, 'b')], ['own', 'b']],
    ['lose dropped ones', ['own', 'a', 'b'], [there(1, 'a', dropped), there(2, 'b')], ['own', 'b']],
    ['keep dropped ones while no other is there', ['a'], [there(1, 'a', dropped), waiting(1)], ['a']],
    ['lose dropped ones when another one is there', ['a'], [there(1, 'a', dropped), fresh(1, 'b')], ['b']],
    ['lose dropped ones of a file that names none', ['own', 'a'], [there(1, 'a', dropped)], ['own']],
    ['keep a dropped content that another address has', ['a'], [there(1, 'a', dropped), there(2, 'a')], ['a']],
  ])('%s', (_, images, pictures, expected) => {
    const once = arrangePictures(images, pictures)
    expect(once.images).toEqual(expected)
    expect(arrangePictures(once.images, once.pictures)).toEqual(once)
  })

  test('lose withdrawn ones, and nothing else', () => {
    expect(arrangePictures(['own', 'a', 'b'], [there(2, 'b')], ['a']).images).toEqual(['own', 'b'])
    expect(arrangePictures(['b', 'own', 'a'], [there(2, 'b')], ['a']).images).toEqual(['b', 'own'])
    expect(arrangePictures(['own', 'a'], [], ['a']).images).toEqual(['own'])
  })

  test('get back a dropped one that is named again', () => {
    const without = arrangePictures(['a', 'b'], [there(1, 'a', dropped), there(2, 'b')])
    const again = without.pictures.map((picture) => ({ ...picture, isDropped: false }))
    expect(arrangePictures(without.images, again).images).toEqual(['a', 'b'])
  })

  test('do not exceed the limit', () => {
    const own = Array.from({ length: picturesMax - 1 }, (_, i) => `own${i}`)
    const { images, pictures } = arrangePictures(own, [fresh(1, 'a'), fresh(2, 'b')])
    expect(images).toEqual([...own, 'a'])
    expect(pictures.map(({ added }) => added?.file)).toEqual(['a', undefined])
  })
})
