import * as fc from 'fast-check'

// Two products, each in pieces and in boxes of four. The model follows the specification, in whole numbers.
const units = ['ADET', 'KOLİ'] as const
const holds = { ADET: 1, KOLİ: 4 }
export type Unit = (typeof units)[number]
export type Model = { lines: Map<string, number>; stock: [number, number] }
export type Step =
  | { do: 'add'; product: 0 | 1; unit: Unit; quantity: number }
  | { do: 'set' | 'more'; product: 0 | 1; unit?: Unit; quantity: number }
  | { do: 'unit'; product: 0 | 1; unit?: Unit; to: Unit }
  | { do: 'remove'; product: 0 | 1; unit?: Unit }
  | { do: 'paste'; rows: { product: 0 | 1; unit: Unit; quantity: number }[] }
  | { do: 'clear' }
  | { do: 'stock'; product: 0 | 1; quantity: number }

const product = fc.constantFrom(0 as const, 1 as const)
const unit = fc.constantFrom(...units)
const named = fc.option(unit, { nil: undefined })
const quantity = fc.integer({ min: 1, max: 12 })
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('add' as const), product, unit, quantity }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('set' as const, 'more' as const), product, unit: named, quantity }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('unit' as const), product, unit: named, to: unit }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('paste' as const),
      rows: fc.array(fc.record({ product, unit, quantity }), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), product, unit: named }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('stock' as const), product, quantity: fc.integer({ min: -3, max: 40 }) }),
  },
)

export const keyOf = (productIndex: number, name: Unit) => `${productIndex} ${name}`

function base(model: Model, productIndex: number): number {
  return units.reduce((sum, name) => sum + (model.lines.get(keyOf(productIndex, name)) ?? 0) * holds[name], 0)
}

/** Applies a step to the model. Returns whether the step is allowed. */
export function applyToModel(model: Model, step: Step): boolean {
  if (step.do === 'clear') {
    model.lines.clear()
    return true
  }
  if (step.do === 'stock') {
    model.stock[step.product] = step.quantity
    return true
  }
  if (step.do === 'paste') {
    // Each row on its own: valid rows are added, whatever the others are.
    return step.rows.map((row) => applyToModel(model, { do: 'add', ...row })).every(Boolean)
  }
  const present = units.filter((name) => model.lines.has(keyOf(step.product, name)))
  if (step.do === 'remove') {
    const going = step.unit === undefined ? present : present.filter((name) => name === step.unit)
    for (const name of going) model.lines.delete(keyOf(step.product, name))
    return going.length > 0
  }
  const next = new Map(model.lines)
  if (step.do === 'add') {
    next.set(keyOf(step.product, step.unit), (next.get(keyOf(step.product, step.unit)) ?? 0) + step.quantity)
  } else {
    const line = step.unit ?? (present.length === 1 ? present[0] : undefined)
    if (line === undefined || !present.includes(line)) return false
    const held = next.get(keyOf(step.product, line)) ?? 0
    if (step.do === 'unit') {
      next.delete(keyOf(step.product, line))
      next.set(
        keyOf(step.product, step.to),
        (step.to === line ? 0 : (next.get(keyOf(step.product, step.to)) ?? 0)) + held,
      )
    } else next.set(keyOf(step.product, line), step.do === 'set' ? step.quantity : held + step.quantity)
  }
  const after = base({ ...model, lines: next }, step.product)
  if (after > base(model, step.product) && after > model.stock[step.product]) return false
  model.lines = next
  return true
}

/** The price of a piece in kuruş and its tax in percent. */
export const prices = [
  { kurus: 1099n, tax: 20n },
  { kurus: 333n, tax: 1n },
] as const

/** All interleavings of two tabs' steps, each tab's steps in their own order. */
export function interleavings<Value>(a: readonly Value[], b: readonly Value[]): Value[][] {
  const [first, ...restA] = a
  const [second, ...restB] = b
  if (first === undefined) return [[...b]]
  if (second === undefined) return [[...a]]
  return [
    ...interleavings(restA, b).map((rest) => [first, ...rest]),
    ...interleavings(a, restB).map((rest) => [second, ...rest]),
  ]
}

/** Subtotal, tax and total in hundredths, in whole numbers: prices in kuruş, tax in percent. */
export function exactTotals(lines: Map<string, number>): bigint[] {
  let [subtotal, hundredfoldTax] = [0n, 0n]
  for (const [key, quantity] of lines) {
    const [at = '0', name = 'ADET'] = key.split(' ')
    const { kurus, tax } = prices[Number(at)] ?? { kurus: 0n, tax: 0n }
    const amount = kurus * BigInt(holds[name as Unit]) * BigInt(quantity)
    subtotal += amount
    hundredfoldTax += amount * tax
  }
  const tax = (hundredfoldTax + 50n) / 100n
  return [subtotal, tax, subtotal + tax]
}

export function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length <= 1) return [[...values]]
  return values.flatMap((value, i) => permutations(values.toSpliced(i, 1)).map((rest) => [value, ...rest]))
}
