import { describe, expect, test } from 'vitest'
import { panBy, scaleMax, wholePicture, type Zoom, zoomAt } from './zoom.ts'

const size = { width: 400, height: 200 }
/** Where a point of the picture, from its center, is in the frame. */
const shownAt = ({ scale, x, y }: Zoom, point: { x: number; y: number }) => [point.x * scale + x, point.y * scale + y]

describe('zooming', () => {
  test('keeps what is under the pointer where it is', () => {
    const once = zoomAt(wholePicture, 2, { x: 50, y: -30 }, size)
    expect(shownAt(once, { x: 50, y: -30 })).toEqual([50, -30])
    const twice = zoomAt(once, 1.5, { x: 50, y: -30 }, size)
    expect(shownAt(twice, { x: 50, y: -30 })).toEqual([50, -30])
  })

  test.each([
    [0.1, 1],
    [100, scaleMax],
  ])('by %d stays within its limits', (factor, scale) => {
    expect(zoomAt({ scale: 2, x: 0, y: 0 }, factor, { x: 0, y: 0 }, size).scale).toBe(scale)
  })

  test('out to the whole picture centers it', () => {
    expect(zoomAt({ scale: 3, x: 200, y: -100 }, 1 / 3, { x: 10, y: 10 }, size)).toEqual(wholePicture)
  })
})

describe('moving', () => {
  test('ends at the edges of the picture', () => {
    expect(panBy({ scale: 2, x: 0, y: 0 }, { x: 500, y: -500 }, size)).toEqual({ scale: 2, x: 200, y: -100 })
    expect(panBy(wholePicture, { x: 10, y: 10 }, size)).toEqual(wholePicture)
  })
})
