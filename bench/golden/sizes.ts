import type { Random } from '#bench/random.ts'

/** A size in a name: where it stands, and its one form that all spellings share (`m8x40`, `3x2.5`, `0.5kg`). */
export type Size = { start: number; end: number; form: string }

const number = String.raw`\d+(?:[.,]\d+)?`
const notWithin = String.raw`(?<![\p{L}\p{N}.,/])`
const ended = String.raw`(?![\p{L}\p{N}]|[.,/]\d)`

const patterns = [
  { kind: 'thread', regex: new RegExp(`${notWithin}M\\s?(\\d{1,2})\\s*[x×*]\\s*(\\d{1,3})${ended}`, 'giu') },
  { kind: 'sides', regex: new RegExp(`${notWithin}(${number}(?:\\s*[x×*]\\s*${number}){1,2})${ended}`, 'giu') },
  { kind: 'inch', regex: new RegExp(`${notWithin}(\\d{1,2}/\\d{1,2})\\s*(?:"|''|inç|inch)`, 'giu') },
  { kind: 'diameter', regex: new RegExp(`Ø\\s?(\\d{1,3})${ended}`, 'giu') },
  {
    kind: 'amount',
    regex: new RegExp(`${notWithin}(${number})\\s?(mm|cm|mt|m|gr|g|kg|ml|cl|lt|l|kw|w|v|a)${ended}`, 'giu'),
  },
] as const
type Kind = (typeof patterns)[number]['kind']

const sameUnits: Record<string, string> = { mt: 'm', gr: 'g', lt: 'l' }
const larger: Record<string, { unit: string; factor: number }> = {
  mm: { unit: 'cm', factor: 10 },
  cm: { unit: 'm', factor: 100 },
  g: { unit: 'kg', factor: 1000 },
  ml: { unit: 'l', factor: 1000 },
  w: { unit: 'kW', factor: 1000 },
}

type Found = Size & { kind: Kind; values: string[]; unit: string }

/** The sizes of a text in their order. */
export function sizesOf(text: string): Size[] {
  return findSizes(text)
}

function findSizes(text: string): Found[] {
  const found: Found[] = []
  for (const { kind, regex } of patterns) {
    for (const match of text.matchAll(regex)) {
      const start = match.index
      const end = start + match[0].length
      if (found.some((other) => start < other.end && other.start < end)) continue
      found.push({ start, end, kind, ...describe(kind, match[1] ?? '', match[2] ?? '') })
    }
  }
  return found.toSorted((a, b) => a.start - b.start)
}

function describe(kind: Kind, first: string, second: string): { form: string; values: string[]; unit: string } {
  if (kind === 'thread') return { form: `m${first}x${second}`, values: [first, second], unit: '' }
  if (kind === 'inch') return { form: `${first}in`, values: [first], unit: '' }
  if (kind === 'diameter') return { form: `ø${first}`, values: [first], unit: '' }
  if (kind === 'sides') {
    const values = first.split(/\s*[x×*]\s*/i).map(plainNumber)
    return { form: values.join('x'), values, unit: '' }
  }
  const unit = sameUnits[second.toLowerCase()] ?? second.toLowerCase()
  return { form: inBase(plainNumber(first), unit), values: [plainNumber(first)], unit }
}

/** Amounts of one dimension share a unit, so that 500 g and 0.5 kg are one form. */
function inBase(value: string, unit: string): string {
  const amount = Number(value)
  if (unit === 'cm') return `${trimmed(amount * 10)}mm`
  if (unit === 'm') return `${trimmed(amount * 1000)}mm`
  if (unit === 'kg') return `${trimmed(amount * 1000)}g`
  if (unit === 'cl') return `${trimmed(amount * 10)}ml`
  if (unit === 'l') return `${trimmed(amount * 1000)}ml`
  if (unit === 'kw') return `${trimmed(amount * 1000)}w`
  return `${trimmed(amount)}${unit}`
}

function plainNumber(text: string): string {
  return trimmed(Number(text.replace(',', '.')))
}

/** Conversions of units leave a binary error: 1.005 m × 1000 is 1004.9999999999999. */
function trimmed(value: number): string {
  return String(Number(value.toFixed(4)))
}

/** Another spelling of the first size in a text; null if it has none, or none that differs. */
export function respell(text: string, random: Random): string | null {
  const [size] = findSizes(text)
  if (size === undefined) return null
  const written = spell(size, random)
  return written === text.slice(size.start, size.end) ? null : written
}

function spell({ kind, values, unit }: Found, random: Random): string {
  const sign = () => random.pick(['.', ','])
  const decimal = (value: string) => value.replace('.', sign())
  const times = random.pick(['x', ' x ', 'X', ' X ', '*', ' * ', '×'])
  if (kind === 'thread') return `${random.pick(['M', 'm', 'M ', 'm '])}${values.join(times)}`
  if (kind === 'sides') return values.map(decimal).join(times)
  if (kind === 'inch') return `${values[0]}${random.pick(['"', ' inç', ' inc', "''", 'inç'])}`
  if (kind === 'diameter') return `${random.pick(['çap ', 'Ø', 'Ø ', 'ø', 'cap '])}${values[0]}`
  const long = { m: 'mt', g: 'gr', l: 'lt' }[unit] ?? unit
  const name = random.pick([unit, long, unit.toUpperCase()])
  return `${decimal(values[0] ?? '')}${random.pick(['', ' '])}${name}`
}

/** The first amount of a text in a larger or smaller unit; null if it has none. */
export function inOtherUnit(text: string, random: Random): string | null {
  const size = findSizes(text).find(({ kind, unit }) => kind === 'amount' && otherUnit(unit) !== null)
  const other = size && otherUnit(size.unit)
  if (size === undefined || !other) return null
  const value = trimmed(Number(size.values[0]) * other.factor).replace('.', random.pick(['.', ',']))
  return `${value}${random.pick(['', ' '])}${other.unit}`
}

function otherUnit(unit: string): { unit: string; factor: number } | null {
  const up = larger[unit]
  if (up !== undefined) return { unit: up.unit, factor: 1 / up.factor }
  const down = Object.entries(larger).find((entry) => entry[1].unit.toLowerCase() === unit)
  return down === undefined ? null : { unit: down[0], factor: down[1].factor }
}
