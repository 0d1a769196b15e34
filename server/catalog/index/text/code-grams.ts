import type { Pause } from '#server/catalog/index/pause.ts'

const classCount = 40
const sharedClassStart = 37
const classOf = classifyBytes()
const gramLength = 3

/**
 * For each gram (three consecutive bytes), the ascending numbers of the codes that contain it. They are stored as
 * differences in a variable-length encoding: seven bits per byte, with the eighth bit set on all but the last byte.
 */
export type CodeGrams = { gramStarts: Uint32Array; gramCodes: Uint8Array }

export async function indexGrams(text: Buffer, starts: Int32Array, pause: Pause): Promise<CodeGrams> {
  const gramStarts = new Uint32Array(classCount ** gramLength + 1)
  const last = new Int32Array(classCount ** gramLength)
  const eachGram = async (visit: (gram: number, distance: number) => void) => {
    last.fill(-1)
    for (let code = 0; code < starts.length - 1; code++) {
      const start = starts[code]!
      let gram = 0
      for (let at = start; at < starts[code + 1]!; at++) {
        gram = nextGram(gram, text[at]!)
        if (at < start + gramLength - 1 || last[gram] === code) continue
        visit(gram, code - last[gram]!)
        last[gram] = code
      }
      if (code % 4096 === 0) await pause()
    }
  }
  await eachGram((gram, distance) => {
    gramStarts[gram + 1]! += distance < 1 << 7 ? 1 : distance < 1 << 14 ? 2 : distance < 1 << 21 ? 3 : 4
  })
  for (let i = 1; i < gramStarts.length; i++) gramStarts[i]! += gramStarts[i - 1]!
  const next = gramStarts.slice()
  const gramCodes = new Uint8Array(gramStarts.at(-1)!)
  await eachGram((gram, distance) => {
    for (; distance >= 1 << 7; distance >>>= 7) gramCodes[next[gram]!++] = distance | 0x80
    gramCodes[next[gram]!++] = distance
  })
  return { gramStarts, gramCodes }
}

/**
 * Visits, in ascending order, the codes below `limit` that contain the two rarest grams of the needle. Visits none when
 * the needle is shorter than a gram.
 */
export function eachWithGrams(grams: CodeGrams, needle: Buffer, limit: number, visit: (code: number) => void): void {
  const [rarest, second] = rarestFirst(grams, needle)
  if (rarest === undefined) return
  const secondCursor = second === undefined ? undefined : openCursor(grams, second)
  for (const cursor = openCursor(grams, rarest); cursor.code < limit; advance(cursor)) {
    // Both lists ascend, so codes without the second gram are skipped without reading their text.
    while (secondCursor !== undefined && secondCursor.code < cursor.code) advance(secondCursor)
    if (secondCursor === undefined || secondCursor.code === cursor.code) visit(cursor.code)
  }
}

/** Whether every code with the needle's grams contains the needle: it has three bytes, each in a class of its own. */
export function isSingleGram(needle: Buffer): boolean {
  return needle.length === gramLength && needle.every((byte) => classOf[byte]! < sharedClassStart)
}

/** The grams of the needle, those with the fewest codes first. */
function rarestFirst({ gramStarts }: CodeGrams, needle: Buffer): number[] {
  const grams = new Set<number>()
  let gram = 0
  for (let i = 0; i < needle.length; i++) {
    gram = nextGram(gram, needle[i]!)
    if (i >= gramLength - 1) grams.add(gram)
  }
  const sizeOf = (one: number) => gramStarts[one + 1]! - gramStarts[one]!
  return [...grams].sort((a, b) => sizeOf(a) - sizeOf(b))
}

function nextGram(gram: number, byte: number): number {
  return (gram % (classCount * classCount)) * classCount + classOf[byte]!
}

/** A cursor over the codes of one gram; `code` is Infinity at the end. */
type GramCursor = { bytes: Uint8Array; at: number; end: number; code: number }

function openCursor({ gramStarts, gramCodes }: CodeGrams, gram: number): GramCursor {
  const cursor = { bytes: gramCodes, at: gramStarts[gram]!, end: gramStarts[gram + 1]!, code: -1 }
  advance(cursor)
  return cursor
}

function advance(cursor: GramCursor): void {
  const { bytes } = cursor
  if (cursor.at >= cursor.end) {
    cursor.code = Number.POSITIVE_INFINITY
    return
  }
  let byte = bytes[cursor.at++]!
  let distance = byte & 0x7f
  for (let shift = 7; byte & 0x80; shift += 7) {
    byte = bytes[cursor.at++]!
    distance |= (byte & 0x7f) << shift
  }
  cursor.code += distance
}

/** 1–26 are letters, 27–36 digits, and all other bytes share two classes; 0 is unused. */
function classifyBytes(): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, byte) => sharedClassStart + (byte & 1))
  for (let i = 0; i < 26; i++) table[0x61 + i] = 1 + i
  for (let i = 0; i < 10; i++) table[0x30 + i] = 27 + i
  return table
}
