import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawFallback, drawImage, drawPanelImage, views } from './draw.ts'
import { type Drawing, drawings } from './drawings.ts'
import { palettes } from './palettes.ts'

const kinds = Object.keys(drawings) as Drawing[]

test.each(kinds)('%s has a picture in every view and a drawing for the sign-in form', async (kind) => {
  for (const view of views) {
    const svg = drawImage(kind, palettes.petrol, view)
    expect(svg).not.toMatch(/undefined|NaN|[{}]/)
    const { width, height, hasAlpha } = await sharp(Buffer.from(svg)).metadata()
    expect({ width, height, hasAlpha }).toEqual({ width: 200, height: 200, hasAlpha: true })
  }
  expect(drawPanelImage(kind).length).toBeLessThan(3000)
})

test('no two kinds have the same picture', () => {
  expect(new Set(kinds.map((kind) => drawings[kind])).size).toBe(kinds.length)
})

test('products without a picture get a placeholder', () => {
  expect(drawFallback()).toMatch(/^<svg .*<\/svg>$/)
})
