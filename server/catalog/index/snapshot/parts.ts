/** Arrays of numbers, as they are in memory. */
export type Numbers = Int32Array | Uint32Array | Uint16Array | Uint8Array | Float64Array

/** What a snapshot consists of: numbers, many texts, or small facts as JSON. */
export type Part = { numbers: Numbers } | { texts: readonly string[] } | { facts: unknown }
export type Parts = Map<string, Part>

const arrays = { Int32Array, Uint32Array, Uint16Array, Uint8Array, Float64Array } as const
type ArrayKind = keyof typeof arrays
type Header = { name: string; kind: ArrayKind | 'texts' | 'facts'; length: number }

const chunkBytes = 1_048_576
/** Texts per chunk. */
const textsPerChunk = 8_192

/** The bytes of all parts, in chunks that are small enough to leave time for requests. Nothing may change the parts meanwhile. */
export function* encodeParts(parts: Parts): Generator<Buffer> {
  for (const [name, part] of parts) {
    if ('numbers' in part) {
      const kind = kindOf(part.numbers)
      yield header({ name, kind, length: part.numbers.length })
      const { buffer, byteOffset, byteLength } = part.numbers
      for (let at = 0; at < byteLength; at += chunkBytes) {
        yield Buffer.from(buffer, byteOffset + at, Math.min(chunkBytes, byteLength - at))
      }
    } else if ('texts' in part) {
      yield header({ name, kind: 'texts', length: part.texts.length })
      for (let at = 0; at < part.texts.length; at += textsPerChunk) {
        yield* encodeTexts(part.texts.slice(at, at + textsPerChunk))
      }
    } else {
      const json = Buffer.from(JSON.stringify(part.facts))
      yield header({ name, kind: 'facts', length: json.length })
      yield json
    }
  }
}

function kindOf(numbers: Numbers): ArrayKind {
  const found = Object.entries(arrays).find(([, constructor]) => numbers instanceof constructor)
  if (found === undefined) throw new TypeError('These are not numbers.')
  return found[0] as ArrayKind
}

function header(facts: Header): Buffer {
  const json = Buffer.from(JSON.stringify(facts))
  return Buffer.concat([lengthsOf([json.length]), json])
}

const lengthsOf = (lengths: readonly number[]): Buffer => Buffer.from(Int32Array.from(lengths).buffer)

/** Whether they need two bytes a character, then their lengths in bytes and their characters, which are never converted. */
function* encodeTexts(texts: readonly string[]): Generator<Buffer> {
  const joined = texts.join('')
  const isWide = /[^\0-\xff]/.test(joined)
  yield lengthsOf([isWide ? 1 : 0, ...texts.map(({ length }) => (isWide ? length * 2 : length))])
  yield Buffer.from(joined, isWide ? 'ucs2' : 'latin1')
}

/** Parts that were read. Each throws if the snapshot has no such part. */
export type ReadParts = {
  numbers<Kind extends Numbers>(name: string, kind: new () => Kind): Kind
  texts(name: string): string[]
  facts(name: string): unknown
}

/** Reads the parts from a stream of `bytes` bytes, numbers into arrays of their own. A broken stream throws. */
export async function decodeParts(content: AsyncIterable<Buffer>, bytes: number): Promise<ReadParts> {
  const found = new Map<string, unknown>()
  const source = readerOf(content, bytes)
  while (source.left() > 0) {
    const [headerBytes] = await source.integers(1)
    const { name, kind, length } = JSON.parse((await source.take(headerBytes!)).toString()) as Header
    if (kind === 'texts') found.set(name, await decodeTexts(source, length))
    else if (kind === 'facts') found.set(name, JSON.parse((await source.take(length)).toString()))
    else {
      source.check(length * arrays[kind].BYTES_PER_ELEMENT)
      const numbers = new arrays[kind](length)
      await source.fill(new Uint8Array(numbers.buffer))
      found.set(name, numbers)
    }
  }
  await source.end()
  const part = (name: string): unknown => {
    if (!found.has(name)) throw new Error(`The snapshot has no ${name}.`)
    return found.get(name)
  }
  return {
    numbers(name, kind) {
      const numbers = part(name)
      if (!(numbers instanceof kind)) throw new TypeError(`${name} has other numbers.`)
      return numbers
    },
    texts: (name) => part(name) as string[],
    facts: part,
  }
}

async function decodeTexts(source: Reader, length: number): Promise<string[]> {
  const texts: string[] = []
  while (texts.length < length) {
    const [isWide, ...lengths] = await source.integers(1 + Math.min(textsPerChunk, length - texts.length))
    const encoding = isWide === 1 ? 'ucs2' : 'latin1'
    const characters = await source.take(lengths.reduce((sum, one) => sum + one, 0))
    let at = 0
    // Each text has memory of its own: a part of a larger text would keep all of it.
    for (const one of lengths) texts.push(characters.toString(encoding, at, (at += one)))
  }
  return texts
}

type Reader = ReturnType<typeof readerOf>

function readerOf(content: AsyncIterable<Buffer>, bytes: number) {
  const chunks = content[Symbol.asyncIterator]()
  let left = bytes
  let rest: Uint8Array = new Uint8Array(0)

  /** Before memory is taken for what cannot be there. */
  function check(wanted: number): void {
    if (!(wanted >= 0 && wanted <= left)) throw new Error('The snapshot is broken.')
  }

  async function fill(target: Uint8Array): Promise<void> {
    check(target.length)
    for (let at = 0; at < target.length; ) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done === true) throw new Error('The snapshot is cut off.')
        rest = next.value
      }
      const piece = rest.subarray(0, target.length - at)
      target.set(piece, at)
      at += piece.length
      rest = rest.subarray(piece.length)
    }
    left -= target.length
  }

  async function take(length: number): Promise<Buffer> {
    check(length)
    const buffer = Buffer.allocUnsafeSlow(length)
    await fill(buffer)
    return buffer
  }

  return {
    left: () => left,
    check,
    fill,
    take,
    async integers(count: number): Promise<Int32Array> {
      const buffer = await take(count * 4)
      return new Int32Array(buffer.buffer, buffer.byteOffset, count)
    },
    /** Reads to the end of the stream, where nothing may be left. */
    async end(): Promise<void> {
      if (rest.length > 0 || (await chunks.next()).done !== true) throw new Error('The snapshot is too long.')
    },
  }
}
