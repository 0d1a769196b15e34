import type { Drawing } from '#demo/images/drawings.ts'
import type { UnitScheme } from './units.ts'

/**
 * A value of a dimension: its text in names, its letters in codes, its factor on the price. '' is left out of names.
 */
export type AxisValue = { text: string; code: string; factor: number }
export type Axis = { label: string; values: readonly AxisValue[] }

/** A kind of demo products, with everything to generate them from. */
export type Kind = {
  id: Drawing
  /** Category of the second level. */
  label: string
  /** Name of the third-level category, e.g. '{Tip} Matkap'. */
  leaf: string
  /** Template of product names without the brand; `{seri}` and the labels of the axes are filled in. */
  name: string
  code: string
  /** Prefixes of the brands that make it. */
  brands: readonly string[]
  series: readonly string[]
  axes: readonly Axis[]
  /** Dimensions of its variants, at most three. */
  variants: readonly string[]
  /** Price of the plainest product in TRY, before tax. */
  price: number
  units: UnitScheme
  /** Typical stock in base units. */
  stock: number
  taxRate: number | null
  facts: readonly (readonly [string, string])[]
  text: string
  uses: readonly string[]
}

type KindText = Omit<Kind, 'brands' | 'series' | 'axes' | 'variants' | 'taxRate'> & {
  brands: string
  series: string
  /** `Label: value=CODE@factor | value | …`; '-' is a value that is left out of names. */
  axes: readonly string[]
  variants?: readonly string[]
  taxRate?: number
}

export function defineKind(text: KindText): Kind {
  return {
    ...text,
    brands: text.brands.split(' '),
    series: text.series.split(' '),
    axes: text.axes.map(parseAxis),
    variants: text.variants ?? [],
    taxRate: text.taxRate ?? null,
  }
}

function parseAxis(text: string): Axis {
  const colon = text.indexOf(':')
  return {
    label: text.slice(0, colon).trim(),
    values: text
      .slice(colon + 1)
      .split('|')
      .map(parseValue),
  }
}

function parseValue(text: string): AxisValue {
  const [named = '', factor = '1'] = text.trim().split('@')
  const [shown = '', code] = named.split('=')
  const value = shown.trim() === '-' ? '' : shown.trim()
  return { text: value, code: (code ?? shortCode(value)).trim(), factor: Number(factor) }
}

const plainLetters: Readonly<Record<string, string>> = { Ç: 'C', Ğ: 'G', İ: 'I', Ö: 'O', Ş: 'S', Ü: 'U' }

/** Returns letters for a code: the digits of a text, or the start of its word. */
export function shortCode(text: string): string {
  const upper = text.toLocaleUpperCase('tr').replace(/[ÇĞİÖŞÜ]/g, (letter) => plainLetters[letter] ?? letter)
  const figures = upper.replace(/[^0-9]/g, '')
  return figures === '' ? upper.replace(/[^A-Z]/g, '').slice(0, 2) : figures.slice(0, 4)
}

/** Fills in a template. A part in brackets is dropped if one of its blanks is empty. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .replace(/\[([^\]]+)\]/g, (_, part: string) => (labelsIn(part).every((label) => values[label]) ? part : ''))
    .replace(/\{([^}]+)\}/g, (_, label: string) => values[label] ?? '')
    .replace(/\s+/g, ' ')
    .replace(/\s+,/g, ',')
    .replace(/,(?=\s*(,|$))/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function labelsIn(template: string): string[] {
  return [...template.matchAll(/\{([^}]+)\}/g)].map(([, label = '']) => label)
}
