/** A unit of a scheme: its base units, and its price factor on base × multiplier; null: no price of its own. */
type SchemeUnit = { name: string; multiplier: number; factor: number | null }

const unit = (name: string, multiplier: number, factor: number | null = 1): SchemeUnit => ({ name, multiplier, factor })

/** Packaging of product kinds. The unit at `byDefault` is the default unit and carries the price. */
export const unitSchemes = {
  machine: { byDefault: 0, units: [unit('ADET', 1), unit('KOLİ', 4, 0.98)] },
  tool: { byDefault: 0, units: [unit('ADET', 1), unit('PAKET', 6, null), unit('KOLİ', 48, 0.97)] },
  outlet: { byDefault: 0, units: [unit('ADET', 1), unit('PAKET', 10, null), unit('KOLİ', 120, 0.96)] },
  module: { byDefault: 0, units: [unit('ADET', 1), unit('KUTU', 12, 0.99), unit('KOLİ', 144, 0.97)] },
  lamp: { byDefault: 0, units: [unit('ADET', 1), unit('PAKET', 10, 0.99), unit('KOLİ', 100, 0.96)] },
  fixture: { byDefault: 0, units: [unit('ADET', 1), unit('KOLİ', 20, 0.98), unit('PALET', 480, 0.95)] },
  metre: { byDefault: 0, units: [unit('METRE', 1), unit('TOP', 100, 0.98), unit('MAKARA', 500, 0.96)] },
  coil: { byDefault: 0, units: [unit('TOP', 1), unit('PALET', 40, 0.96)] },
  pieces: { byDefault: 1, units: [unit('ADET', 1, null), unit('PAKET', 100), unit('KOLİ', 2000, 0.95)] },
  boxed: { byDefault: 0, units: [unit('KUTU', 1), unit('KOLİ', 20, 0.97), unit('PALET', 800, null)] },
  weight: { byDefault: 0, units: [unit('KG', 1), unit('PAKET', 5, null), unit('KOLİ', 25, 0.97)] },
  pair: { byDefault: 0, units: [unit('ÇİFT', 1), unit('DÜZİNE', 12, 0.97), unit('KOLİ', 120, 0.94)] },
  set: { byDefault: 0, units: [unit('TAKIM', 1), unit('PAKET', 5, 0.99), unit('KOLİ', 20, 0.97)] },
  liquid: { byDefault: 0, units: [unit('ADET', 1), unit('KOLİ', 24, 0.96)] },
  consumable: { byDefault: 0, units: [unit('ADET', 1), unit('PAKET', 25, 0.97), unit('KOLİ', 200, 0.93)] },
} as const satisfies Record<string, { byDefault: number; units: readonly SchemeUnit[] }>
export type UnitScheme = keyof typeof unitSchemes
