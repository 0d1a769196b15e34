import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawFallback, drawImage, drawPanelImage, views } from './draw.ts'
import { type Drawing, drawings } from './drawings.ts'
import { palettes } from './palettes.ts'

const kinds = Object.keys(drawings) as Drawing[]

test.each(kinds)('%s is drawn from every side and small beside the sign-in form', async (kind) => {
  for (const view of views) {
    const svg = drawImage(kind, palettes.petrol, view)
    expect(svg).not.toMatch(/undefined|NaN|[{}]/)
    const { width, height, hasAlpha } = await sharp(Buffer.from(svg)).metadata()
    expect({ width, height, hasAlpha }).toEqual({ width: 200, height: 200, hasAlpha: true })
  }
  expect(drawPanelImage(kind).length).toBeLessThan(3000)
})

test('no two kinds look the same', () => {
  expect(new Set(kinds.map((kind) => drawings[kind])).size).toBe(kinds.length)
})

test('there is a picture for products without one', () => {
  expect(drawFallback()).toMatch(/^<svg .*<\/svg>$/)
})
