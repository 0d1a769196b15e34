import { eanBarcode } from './barcode.ts'
import { type Brand, brands } from './brands.ts'
import type { Choice } from './choices.ts'
import { type Counters, type Draft, nextNumber } from './draft.ts'
import { views } from '#demo/images/draw.ts'
import { imageName } from '#demo/images/write-images.ts'
import { fillTemplate, type Kind, shortCode } from './kind.ts'
import { departments } from '#demo/catalog/kinds/departments.ts'
import { priceUnits } from './prices.ts'
import { hashText, type Random } from '#demo/random.ts'
import { drawStock } from './stock.ts'
import { describe } from './texts.ts'

const byPrefix = new Map(brands.map((brand, index) => [brand.prefix, { brand, number: 400 + index * 17 }]))
const letters = new Map(departments.flatMap(({ kinds, letter }) => kinds.map((kind) => [kind.id, letter] as const)))
const seriesFactors = [1, 1.22, 1.08, 0.88]

export type Making = { kind: Kind; choice: Choice; counters: Counters; random: Random; scale?: number }

export function findBrand(prefix: string): { brand: Brand; number: number } {
  const found = byPrefix.get(prefix)
  if (!found) throw new RangeError(`No brand has the prefix ${prefix}.`)
  return found
}

/** Generates a product without variants. */
export function makeProduct(making: Making): Draft {
  const { kind, choice, counters, random } = making
  const { brand, number } = findBrand(choice.brand)
  const code = freeCode(kind, choice, counters)
  const name = nameOf(kind, choice)
  const currency = brand.currency !== 'TRY' && hashText(code) % 10 < 6 ? brand.currency : 'TRY'
  const barcode = () => eanBarcode(number, nextNumber(counters.barcodes, brand.prefix))
  const lira = random.chance(0.012) ? null : liraPrice(kind, choice, brand, random) * (making.scale ?? 1)
  const units = priceUnits({ scheme: kind.units, lira, currency, barcode }, random)
  return {
    kind,
    brand,
    code,
    name,
    currency,
    units,
    model: `${kind.series[choice.series]} Serisi`,
    category: leafOf(kind, choice),
    defaultUnit: unitOf(kind),
    hasPlans: random.chance(0.55),
    isOnDealerList: random.chance(0.2),
    taxRate: kind.taxRate ?? (random.chance(0.02) ? 1 : random.chance(0.3) ? 20 : null),
    description: describe(kind, brand.name, name, random),
    attributes: attributesOf(kind, choice),
    meta: random.chance(0.3) ? metaOf(kind, brand, name) : null,
    equivalent: equivalentOf(making, brand),
    ozelkod: random.chance(0.9) ? shelfCode(kind, counters) : null,
    ozelkod2: random.chance(0.02) ? `T${(counters.specialCode += 1)}` : null,
    images: random.chance(0.02) ? [] : imagesOf(kind, brand),
    stock: drawStock(kind.stock, random),
    age: random.whole(0, 700),
    variantNames: null,
    variantValues: null,
    children: [],
  }
}

function unitOf(kind: Kind): number {
  return kind.units === 'pieces' ? 1 : 0
}

export function nameOf(kind: Kind, choice: Choice): string {
  const name = fillTemplate(kind.name, { seri: kind.series[choice.series] ?? '', ...labelled(kind, choice) })
  return name.charAt(0).toLocaleUpperCase('tr') + name.slice(1)
}

function leafOf(kind: Kind, choice: Choice): string {
  const leaf = fillTemplate(kind.leaf, labelled(kind, choice))
  return leaf === '' ? kind.label : leaf
}

function labelled(kind: Kind, choice: Choice): Record<string, string> {
  return Object.fromEntries(kind.axes.map((axis, i) => [axis.label, choice.values[i]?.text ?? '']))
}

function attributesOf(kind: Kind, choice: Choice): (readonly [string, string])[] {
  const own = kind.axes.map((axis, i) => [axis.label, choice.values[i]?.text ?? ''] as const)
  return [...own.filter(([, value]) => value !== ''), ...kind.facts]
}

function liraPrice(kind: Kind, choice: Choice, brand: Brand, random: Random): number {
  const factors = choice.values.reduce((product, value) => product * value.factor, 1)
  return kind.price * factors * brand.tier * (seriesFactors[choice.series] ?? 1) * (0.95 + random.next() / 10)
}

function freeCode(kind: Kind, choice: Choice, counters: Counters): string {
  const [first = '', ...rest] = choice.values.map(({ code }) => code).filter((code) => code !== '')
  const series = shortCode(kind.series[choice.series] ?? '').slice(0, 1)
  const code = [
    choice.brand,
    `${kind.code}${series}`,
    `${first}${rest.length > 2 ? rest[0] : ''}`,
    rest.slice(rest.length > 2 ? 1 : 0).join(''),
  ]
    .filter((part) => part !== '')
    .join('-')
  let free = code
  for (let n = 2; counters.codes.has(free); n += 1) free = `${code}-${n}`
  counters.codes.add(free)
  return free
}

function shelfCode(kind: Kind, counters: Counters): string {
  const letter = letters.get(kind.id) ?? 'X'
  return `${letter}-${String(nextNumber(counters.shelves, letter) + 1000).padStart(4, '0')}`
}

/** Returns the code that equivalent products of several brands share, at most five per code. */
function equivalentOf({ kind, choice, counters, random }: Making, brand: Brand): string | null {
  const [first, second] = choice.values.map(({ code }) => code)
  if (!random.chance(0.55)) return null
  const code = `${kind.code}${hashText(kind.id) % 90}-${first}-${second}`
  const makers = counters.equivalents.get(code) ?? []
  if (makers.length >= 5 || makers.includes(brand.prefix)) return null
  counters.equivalents.set(code, [...makers, brand.prefix])
  return code
}

function metaOf(kind: Kind, brand: Brand, name: string) {
  return {
    title: `${brand.name} ${name} | Toptan`,
    description: `${brand.name} ${name} toptan fiyatı, koli seçenekleri ve stok bilgisi.`,
    keywords: [brand.name, kind.label, kind.series[0]].join(', ').toLocaleLowerCase('tr'),
  }
}

export function imagesOf(kind: Kind, brand: Brand): string[] {
  return views.map((view) => imageName(kind.id, brand.palette, view))
}
