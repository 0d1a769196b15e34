/**
 * A size in folded text, from `start` to `end`. `forms` are the spellings that a product with this size is stored
 * under; `wanted` are those that a query for it accepts. A list is a row of dimensions (`3x2,5`, `m8x40`).
 */
export type Size = { start: number; end: number; text: string; isList: boolean; forms: string[]; wanted: string[] }

type Meaning = Pick<Size, 'isList' | 'forms' | 'wanted'>
/** Only texts that match `needs`, which is quick, can match `regex`. */
type Pattern = { needs: RegExp; regex: RegExp; isWholeChunk: boolean; read(match: RegExpExecArray): Meaning | null }

const number = String.raw`\d{1,6}(?:[.,]\d{1,4})?`
const notWithin = String.raw`(?<![\p{L}\p{N}]|[\p{N}][.,/])`
const ended = String.raw`(?![\p{L}\p{N}]|[.,/]\d)`
const lengthUnit = 'mm2|mm²|mm|cm|mt|m'
const inchSign = String.raw`\s*(?:"|''|″|”|inch(?![\p{L}])|inc(?![\p{L}])|parmak(?![\p{L}]))`

/** By unit as written: the unit that its dimension is stored in, and how many of them it is. */
const units = new Map<string, readonly [unit: string, factor: number]>([
  ...unitsOf('mm', { mm: 1, cm: 10, m: 1000, mt: 1000, mtr: 1000, metre: 1000 }),
  ...unitsOf('g', { mg: 0.001, g: 1, gr: 1, gram: 1, kg: 1000, kilo: 1000 }),
  ...unitsOf('ml', { ml: 1, cc: 1, cl: 10, l: 1000, lt: 1000, ltr: 1000, litre: 1000 }),
  ...unitsOf('w', { w: 1, watt: 1, kw: 1000, kva: 1_000_000 }),
  ...unitsOf('v', { v: 1, volt: 1, kv: 1000 }),
  ...unitsOf('a', { ma: 0.001, a: 1, amp: 1, amper: 1, ka: 1000 }),
  ...unitsOf('ah', { mah: 0.001, ah: 1 }),
  ...unitsOf('mm2', { mm2: 1, 'mm²': 1, cm2: 100, 'cm²': 100, m2: 1_000_000, 'm²': 1_000_000 }),
  ...unitsOf('hp', { hp: 1, bg: 1 }),
  ...unitsOf('hz', { hz: 1, khz: 1000, mhz: 1_000_000 }),
  ...unitsOf('bar', { bar: 1 }),
  ...unitsOf('lm', { lm: 1, lumen: 1 }),
  ...unitsOf('k', { k: 1, kelvin: 1 }),
])

const unitNames = [...units.keys()].sort((a, b) => b.length - a.length).join('|')
const isPower = (value: number) => value > 1 && value <= 64 && (value & (value - 1)) === 0

const patterns: Pattern[] = [
  {
    needs: /[x×*]/,
    isWholeChunk: false,
    regex: new RegExp(
      `${notWithin}((?<!\\d\\s)m\\s?)?(${number}(?:\\s?(?:${lengthUnit}))?(?:\\s*[x×*]\\s*${number}(?:\\s?(?:${lengthUnit}))?){1,3})${ended}`,
      'gu',
    ),
    read: ([, thread, list = '']) => readList(list, thread !== undefined),
  },
  {
    needs: /\d\/\d/,
    isWholeChunk: false,
    regex: new RegExp(`${notWithin}(?:(\\d{1,2})[\\s.-]+)?(\\d{1,2})/(\\d{1,2})(?:${inchSign}|${ended})`, 'gu'),
    read: ([, whole = '0', part, of]) =>
      isPower(Number(of)) && Number(part) < Number(of)
        ? exactly(`${plain(Number(whole) + Number(part) / Number(of))}in`)
        : null,
  },
  {
    needs: /["'″”]|inc|parmak/,
    isWholeChunk: false,
    regex: new RegExp(`${notWithin}(${number}|yarim|ceyrek|bir)${inchSign}`, 'gu'),
    read: ([, value = '']) => exactly(`${plain({ yarim: 0.5, ceyrek: 0.25, bir: 1 }[value] ?? numberOf(value))}in`),
  },
  {
    needs: /[⌀φ]|[opi][\s:.]*\d/,
    isWholeChunk: true,
    // Ø is folded to o. A diameter without a unit is in millimetres, and finds those in centimetres too.
    regex: new RegExp(`(?:${notWithin}(?:o|capi?)|[⌀φ])[\\s:.]*(${number})(?:\\s?(mm|cm))?${ended}`, 'gu'),
    read: ([, value = '', unit]) => {
      const millimetres = plain(numberOf(value) * (unit === 'cm' ? 10 : 1))
      const figure = plain(numberOf(value))
      return {
        isList: false,
        forms: [`d${millimetres}`, `${millimetres}mm`, ...(unit === 'cm' ? [`d${figure}cm`] : [])],
        wanted: [`d${millimetres}`, ...(unit === undefined ? [`d${figure}cm`] : [])],
      }
    },
  },
  {
    needs: /m\d/,
    isWholeChunk: true,
    regex: new RegExp(`${notWithin}m(\\d{1,2}(?:[.,]5)?)${ended}`, 'gu'),
    read: ([, value = '']) => exactly(`m${plain(numberOf(value))}`),
  },
  {
    needs: /\d/,
    isWholeChunk: true,
    regex: new RegExp(`${notWithin}(${number})\\s?(${unitNames})${ended}`, 'gu'),
    read: ([, value = '', unit = '']) => {
      const [base, factor] = units.get(unit) ?? [unit, 1]
      const forms = valuesOf(value).map((amount) => `${plain(amount * factor)}${base}`)
      return { isList: false, forms, wanted: forms }
    },
  },
]

/** The sizes in the text of a product, folded. */
export function sizesOfText(folded: string): Size[] {
  return /\d|parmak|inc/.test(folded) ? findSizes(folded, () => true) : []
}

/** The sizes in a folded query. Codes that only contain something like a size (`06A-905`) have none. */
export function sizesOfQuery(folded: string): Size[] {
  const isWordEnd = (at: number, step: 1 | -1) => {
    for (let i = at; i >= 0 && i < folded.length && !/\s/.test(folded[i]!); i += step) {
      if (/[\p{L}\p{N}]/u.test(folded[i]!)) return false
    }
    return true
  }
  return findSizes(folded, (start, end) => isWordEnd(start - 1, -1) && isWordEnd(end, 1))
}

function findSizes(text: string, isChunk: (start: number, end: number) => boolean): Size[] {
  const found: Size[] = []
  for (const { needs, regex, isWholeChunk, read } of patterns) {
    if (!needs.test(text)) continue
    // `matchAll` copies the expression for every text.
    regex.lastIndex = 0
    for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
      const start = match.index
      const end = start + match[0].length
      if (found.some((other) => start < other.end && other.start < end)) continue
      if (isWholeChunk && !isChunk(start, end)) continue
      const meaning = read(match)
      if (meaning !== null) found.push({ start, end, text: match[0], ...meaning })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

const sideOfList = new RegExp(`^(${number})\\s?(.*)$`, 'u')

/** A list without a unit is compared with all lists of the same figures; two units are compared in millimetres. */
function readList(list: string, isThread: boolean): Meaning {
  const sides = list.split(/\s*[x×*]\s*/).map((side) => {
    const [, value = '', unit = ''] = sideOfList.exec(side) ?? []
    return { value: numberOf(value), unit }
  })
  const unit = sides.findLast((side) => side.unit !== '')?.unit ?? ''
  const figures = sides.map(({ value }) => plain(value)).join('x')
  if (isThread) {
    const pitch = plain(sides[0]?.value ?? 0)
    return { isList: true, forms: [`m${figures}`, `m${pitch}`, figures], wanted: [`m${figures}`] }
  }
  const leading = sides.length > 2 ? [plainPair(figures)] : []
  if (unit === '')
    return { isList: true, forms: [figures, `${figures}?`, ...leading], wanted: [figures, `${figures}mm`] }
  const inMillimetres = sides.map((side) => plain(side.value * lengthFactor(side.unit || unit)))
  const exact = `${inMillimetres.join('x')}mm`
  const each = sides.every((side) => side.unit !== '') ? inMillimetres.map((value) => `${value}mm`) : []
  return { isList: true, forms: [figures, exact, ...leading, ...each], wanted: [exact, `${figures}?`] }
}

const lengthFactor = (unit: string) => (unit === 'cm' ? 10 : unit.startsWith('mm') ? 1 : 1000)

/** The first two figures of a longer list, which a query may leave the rest of. */
const plainPair = (figures: string) => figures.split('x').slice(0, 2).join('x')

const exactly = (form: string): Meaning => ({ isList: false, forms: [form], wanted: [form] })

/** `1.500` is read both ways, as 1500 and as 1.5. */
function valuesOf(text: string): number[] {
  const thousands = /^[1-9]\d{0,2}\.\d{3}$/.test(text) ? [Number(text.replace('.', ''))] : []
  return [numberOf(text), ...thousands]
}

const numberOf = (text: string) => Number(text.replace(',', '.'))
/** Conversions of units leave a binary error: 1.005 m × 1000 is 1004.9999999999999. */
const plain = (value: number) => String(Number.isInteger(value) ? value : Number(value.toFixed(5)))

function unitsOf(base: string, factors: Record<string, number>): [string, readonly [string, number]][] {
  return Object.entries(factors).map(([unit, factor]) => [unit, [base, factor]])
}
