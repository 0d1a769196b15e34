/** The data of a page's loader as one short text. The router would repeat the names of all fields, and escape each quote. */
export type Packed = { packed: string }

type Values = [number, ...unknown[]]

/** The first item of an array whose other items are those of an array; objects have the number of their shape there. */
const arrayMark = -1
const emptyObject: Values = [-2]

/** What is packed or was unpacked, so that the server reads its own data directly and the browser parses them once. */
const opened = new WeakMap<Packed, unknown>()

/** A value as it is sent, and a key that equal values share. */
type Part = { sent: unknown; key: string }

/**
 * Packs data of plain objects, arrays, texts, numbers, booleans and null:
 * - An object becomes `[shape, …values]`; the names of its fields are in a list of shapes. Its last values are left out where
 *   they equal those of the previous object of this shape.
 * - An array becomes `[-1, …items]`.
 * - An object or array that was sent already becomes `[number]`, its number among all that were sent.
 */
export function packData(data: object): Packed {
  const shapes = new Map<string, number>()
  const numbers = new Map<string, number>()
  const previous = new Map<number, string[]>()
  const shapeOf = (keys: string): number => shapes.get(keys) ?? (shapes.set(keys, shapes.size), shapes.size - 1)

  const packValue = (value: unknown): Part => {
    if (typeof value !== 'object' || value === null) return { sent: value ?? null, key: JSON.stringify(value ?? null) }
    if (Array.isArray(value)) return packParts(arrayMark, value)
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    if (fields.length === 0) return { sent: emptyObject, key: '{}' }
    const names = JSON.stringify(fields.map(([name]) => name))
    return packParts(
      shapeOf(names),
      fields.map(([, field]) => field),
    )
  }
  const packParts = (mark: number, values: unknown[]): Part => {
    if (values.length === 0) return { sent: [mark], key: '[]' }
    const parts = values.map(packValue)
    const keys = parts.map(({ key }) => key)
    const text = `${mark}:${keys.join()}`
    const number = numbers.get(text)
    if (number !== undefined) return { sent: [number], key: `#${number}` }
    const last = mark === arrayMark ? undefined : previous.get(mark)
    let count = parts.length
    while (count > 1 && keys[count - 1] === last?.[count - 1]) count -= 1
    previous.set(mark, keys)
    numbers.set(text, numbers.size)
    return { sent: [mark, ...parts.slice(0, count).map(({ sent }) => sent)], key: `#${numbers.size - 1}` }
  }

  const { sent } = packValue(data)
  const names = [...shapes.keys()].map((keys): unknown => JSON.parse(keys))
  const packed = { packed: swapQuotes(JSON.stringify([names, sent])) }
  opened.set(packed, data)
  return packed
}

/** Returns the data of `packData`; other data as they are. `own`: JSON of fields that replace those of packed data. */
export function openData<Data extends object>(loaded: Data | Packed, own?: string): Data {
  if (!('packed' in loaded)) return loaded
  if (!opened.has(loaded)) {
    const data = unpack(loaded.packed)
    opened.set(loaded, own === undefined ? data : Object.assign(data as Data, JSON.parse(own) as Partial<Data>))
  }
  return opened.get(loaded) as Data
}

function unpack(packed: string): unknown {
  const [shapes, root] = JSON.parse(swapQuotes(packed)) as [string[][], unknown]
  const numbered: unknown[] = []
  const previous: unknown[][] = []
  const restore = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value
    const [mark, ...sent] = value as Values
    if (sent.length === 0) return mark === arrayMark ? [] : mark < 0 ? {} : numbered[mark]
    const values = sent.map(restore)
    const names = shapes[mark]
    if (names !== undefined) {
      values.push(...(previous[mark]?.slice(values.length) ?? []))
      previous[mark] = values
    }
    const restored = names === undefined ? values : Object.fromEntries(names.map((name, i) => [name, values[i]]))
    numbered.push(restored)
    return restored
  }
  return restore(root)
}

/** Swaps quotes and backticks: backticks need no escaping when the text becomes a JSON string. */
const swapQuotes = (text: string): string => text.replace(/["`]/g, (quote) => (quote === '"' ? '`' : '"'))
