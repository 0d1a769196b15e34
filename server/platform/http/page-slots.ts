import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliDecompress, constants, createBrotliCompress, gzip } from 'node:zlib'
import { ownBytes } from '#server/platform/own-bytes.ts'
import type { StoredEncoding } from './page-bytes.ts'
import { randomToken } from './secrets.ts'

/** The texts of a page that differ between the visitors who share it, by name. They are escaped for HTML. */
export type SlotTexts = Readonly<Record<string, string>>

/** A page whose own texts can be filled in without compressing it again. */
export type SlottedPage = {
  /** The number of stored bytes. */
  size(): number
  as(encoding: StoredEncoding, texts: SlotTexts): Promise<Buffer>
}

/** Starts each mark. It never leaves the process. */
const markStart = `own-${randomToken(12)}-`
const marks = new RegExp(`${markStart}(\\w+);`, 'g')

/** Stands for an own text in a rendered page. */
export const slotMark = (name: string): string => `${markStart}${name};`

/** The page as one visitor gets it. */
export const fillMarks = (html: string, texts: SlotTexts): string =>
  html.replace(marks, (_, name: string) => texts[name] ?? '')

/** Bytes, of short and of long texts. */
const steps = { short: 64, long: 256 }

const roomFor = (bytes: number): number => {
  const step = bytes > steps.long ? steps.long : steps.short
  return Math.max(1, Math.ceil(bytes / step)) * step
}

/** The bytes that each text takes in a page. Texts of nearly the same length take the same, so that their visitors share pages. */
export const slotSizes = (texts: SlotTexts): Record<string, number> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, roomFor(Buffer.byteLength(text))]))

/** `template` is text with marks, from the first mark to the end of the next tag, without its `>`. */
type Slot = { template: string; size: number }

/** The end of a slot: two bytes that are the same for all visitors. Brotli guesses the next byte by the last two. */
const slotEnd = '  '

/**
 * Splits a page into what is the same for all visitors and slots. A slot is filled up with spaces, which mean nothing before the
 * `>` of a tag.
 */
function cutPage(html: string, sizes: Readonly<Record<string, number>>): (string | Slot)[] {
  const parts: (string | Slot)[] = []
  let at = 0
  for (let next = html.indexOf(markStart); next >= 0; next = html.indexOf(markStart, at)) {
    const isInTag = html.lastIndexOf('<', next) > html.lastIndexOf('>', next)
    const rest = isInTag ? /[^>]*?(?=\s*\/?>)/y : /(?:<!--[^]*?-->|[^<])*<[^>]*?(?=\s*\/?>)/y
    rest.lastIndex = next
    const template = rest.exec(html)?.[0] ?? ''
    let size = Buffer.byteLength(template.replace(marks, '')) + slotEnd.length
    for (const [, name = ''] of template.matchAll(marks)) size += sizes[name] ?? 0
    // A part of a text keeps the whole text in memory, and slots are stored.
    parts.push(html.slice(at, next), { template: Buffer.from(template).toString(), size })
    at = next + template.length
  }
  return [...parts, html.slice(at)]
}

const fillSlot = ({ template, size }: Slot, texts: SlotTexts): Buffer => {
  const filled = Buffer.alloc(size, ' ')
  const text = fillMarks(template, texts)
  if (Buffer.byteLength(text) + slotEnd.length > size) throw new RangeError('The text is longer than its slot.')
  filled.write(text)
  return filled
}

const quality = 4
const [fromBrotli, toGzip] = [promisify(brotliDecompress), promisify(gzip)]

/**
 * Compresses a page with marks once for all visitors whose texts have these sizes. Brotli stores random bytes as they are, so the
 * texts can replace them in the compressed page. Returns null if it did not, or referred to them: nobody can share the page then.
 */
export async function storeSlotted(html: string, sizes: Readonly<Record<string, number>>): Promise<SlottedPage | null> {
  const parts = cutPage(html, sizes).map((part) => {
    if (typeof part === 'string') return { bytes: Buffer.from(part), slot: null }
    const random = randomBytes(part.size)
    random.write(slotEnd, part.size - slotEnd.length)
    return { bytes: random, slot: part }
  })
  const packed = ownBytes(await packBrotli(parts.map(({ bytes }) => bytes)))
  const places = parts.flatMap(({ bytes, slot }) => (slot === null ? [] : [{ slot, at: packed.indexOf(bytes), bytes }]))
  if (places.some(({ at }) => at < 0)) return null
  const fill = (contents: readonly Buffer[]): Buffer => {
    const filled = Buffer.from(packed)
    places.forEach(({ at }, i) => void contents[i]?.copy(filled, at))
    return filled
  }
  // A reference to a byte of a slot would show here.
  const changed = places.map(({ bytes }) => inverted(bytes))
  const expected = parts.map(({ bytes, slot }) => (slot === null ? bytes : inverted(bytes)))
  if (!(await fromBrotli(fill(changed))).equals(Buffer.concat(expected))) return null
  return {
    size: () => packed.length,
    async as(encoding, texts) {
      const brotli = fill(places.map(({ slot }) => fillSlot(slot, texts)))
      if (encoding === 'br') return brotli
      const bytes = await fromBrotli(brotli)
      return encoding === 'gzip' ? toGzip(bytes) : bytes
    },
  }
}

/** Every bit of a slot but its end. */
function inverted(bytes: Buffer): Buffer {
  const end = bytes.length - slotEnd.length
  return Buffer.from(bytes.map((byte, i) => (i < end ? byte ^ 255 : byte)))
}

/** Each piece starts at a byte of its own. */
function packBrotli(pieces: readonly Buffer[]): Promise<Buffer> {
  const { BROTLI_OPERATION_FLUSH: flush, BROTLI_PARAM_QUALITY } = constants
  const packer = createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: quality }, flush })
  for (const piece of pieces) packer.write(piece)
  packer.end()
  return buffer(packer)
}
