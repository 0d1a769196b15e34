import { cartonOf, type Drawing, drawings, missingPicture } from './drawings.ts'
import { emptyPalette, type Palette, panelPalette } from './palettes.ts'
import { lineWidth } from './shapes.ts'

/** Views of a product, the main picture first. */
export const views = ['on', 'aci', 'detay', 'kutu'] as const
export type View = (typeof views)[number]

/** Draws a product kind as SVG of 200 × 200 with a margin and a transparent background. */
export function drawImage(kind: Drawing, palette: Palette, view: View = 'on'): string {
  return paint(frame(kind, view), palette, lineWidth)
}

/** Draws the picture for the panel beside the sign-in form: 120 × 120, thin light lines. */
export function drawPanelImage(kind: Drawing): string {
  return paint(['-6 -6 132 132', drawings[kind]], panelPalette, 1.5)
}

export function drawFallback(): string {
  return paint(['-30 -30 180 180', missingPicture], emptyPalette, lineWidth)
}

type Framed = readonly [viewBox: string, markup: string]

function frame(kind: Drawing, view: View): Framed {
  if (view === 'kutu') return ['-30 -30 180 180', cartonOf(kind)]
  if (view === 'detay') return ['8 8 104 104', drawings[kind]]
  const turned = `<g transform="rotate(-16 60 60)">${drawings[kind]}</g>`
  return ['-27 -27 174 174', view === 'aci' ? turned : drawings[kind]]
}

function paint([viewBox, markup]: Framed, palette: Palette, width: number): string {
  const painted = markup.replace(/\{([a-z])\}/g, (_, fill: keyof Palette | 'n') =>
    fill === 'n' ? 'none' : palette[fill],
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="${viewBox}" fill="none" ` +
    `stroke="${palette.l}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${painted}</svg>`
  )
}
