import type { Fill } from './shapes.ts'

/** Color of each fill; `w` is paper, `l` the line. */
export type Palette = Readonly<Record<Exclude<Fill, 'n'>, string>>

const common = { g: '#E3E8EB', d: '#7C8A93', w: '#FFFFFF', l: '#38454D' }

/** Product colors of brands. None is red, which this shop reserves for problems that block an order. */
export const palettes = {
  petrol: { ...common, s: '#B9DADD', b: '#3C8C95' },
  navy: { ...common, s: '#C3D3EA', b: '#4A6FA5' },
  amber: { ...common, s: '#F6DFB4', b: '#D9982F' },
  moss: { ...common, s: '#CBDFC4', b: '#5F9151' },
} as const satisfies Record<string, Palette>
export type PaletteName = keyof typeof palettes

/** Light lines for the dark panel beside the sign-in form. */
export const panelPalette: Palette = {
  g: '#14626B',
  s: '#1C737D',
  b: '#2E919B',
  d: '#17666F',
  w: '#0B4B53',
  l: '#A9D3D7',
}

export const emptyPalette: Palette = {
  g: '#DDE2E6',
  s: '#E8ECEE',
  b: '#C9D0D5',
  d: '#B4BDC3',
  w: '#F6F7F8',
  l: '#98A2AA',
}
