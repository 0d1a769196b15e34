import { expect, test } from 'vitest'
import { pictureKeys } from './picture-name.ts'

test.each([
  ['KOD.jpg', [['KOD', 0]]],
  [
    'KOD-1.jpg',
    [
      ['KOD-1', 0],
      ['KOD', 1],
    ],
  ],
  [
    'KOD_2.PNG',
    [
      ['KOD_2', 0],
      ['KOD', 2],
    ],
  ],
  [
    'KOD (3).webp',
    [
      ['KOD (3)', 0],
      ['KOD', 3],
    ],
  ],
  [
    'MKR-DDF485-12.jpg',
    [
      ['MKR-DDF485-12', 0],
      ['MKR-DDF485', 12],
    ],
  ],
  [
    'KOD/ön.jpg',
    [
      ['ön', 0],
      ['KOD', 0],
    ],
  ],
  [
    'KOD/ön-2.jpg',
    [
      ['ön-2', 0],
      ['ön', 2],
      ['KOD', 2],
    ],
  ],
  [
    'KOD/2.jpg',
    [
      ['KOD', 2],
      ['2', 0],
    ],
  ],
  [
    'Elektrik/KOD/1.jpg',
    [
      ['KOD', 1],
      ['Elektrik', 1],
      ['1', 0],
    ],
  ],
  ['8690000000012.jpg', [['8690000000012', 0]]],
  ['a.b.c.jpg', [['a.b.c', 0]]],
] as [string, [string, number][]][])('%s may stand for %j', (path, expected) => {
  expect(pictureKeys(path).map(({ key, place }) => [key, place])).toEqual(expected)
})
