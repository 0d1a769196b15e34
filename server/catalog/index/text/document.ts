import { sizesOfText } from '#domain/search/sizes.ts'
import { fold, squeezeCode } from '#domain/text/text.ts'
import { addCode, type Code, type CodesBuilder, edgesOf } from './codes.ts'
import { addWord, type WordsBuilder } from './words.ts'

/** The searchable text of a product and its children as stored in the database. Lists are separated by line feeds. */
export type ProductText = {
  name: string
  /** Names and variant values of the children. */
  childNames: string | null
  /** The product's code, equivalent code and special codes, and those of its children. */
  codes: string
  barcodes: string | null
}

/** The searchable text split into words, forms of sizes, and codes. */
export type Document = { words: Set<string>; sizes: Set<string>; codes: Code[] }

const maxWordLength = 40
const maxJoinedWordLength = 20
const maxNameLength = 2_000

/** The words of chunks that were read before: names of a catalog repeat most of them. */
export type KnownChunks = Map<string, ChunkWords>

/** `joined`: all words as one; null if that is no word. */
type ChunkWords = { parts: readonly string[]; joined: string | null }

/** Of a build: 15 MB. */
const maxKnownChunks = 100_000

export function createDocument(text: ProductText, known: KnownChunks = new Map()): Document {
  const document = { words: new Set<string>(), sizes: new Set<string>() }
  const { words, sizes } = document
  addText(document, fold(text.name.slice(0, maxNameLength)), known)
  if (text.childNames !== null) addText(document, fold(text.childNames.slice(0, maxNameLength * 4)), known)
  const codes = new Map<string, Code>()
  for (const barcode of text.barcodes?.split('\n') ?? []) {
    const squeezed = squeezeCode(barcode)
    codes.set(squeezed, { text: squeezed, kind: 'barcode', edges: 0 })
  }
  for (const code of text.codes.split('\n')) {
    const parts = wordsOf(fold(code))
    const squeezed = parts.join('')
    codes.set(squeezed, { text: squeezed, kind: 'code', edges: edgesOf(parts) | (codes.get(squeezed)?.edges ?? 0) })
    // Longer parts are found as substrings of the code.
    for (const part of parts) if (part.length <= 2) words.add(part)
  }
  codes.delete('')
  return { words, sizes, codes: [...codes.values()] }
}

export type TextBuilder = { words: WordsBuilder; sizes: WordsBuilder; codes: CodesBuilder; chunks: KnownChunks }

export function addDocument(document: Document, slot: number, { words, sizes, codes }: TextBuilder): void {
  for (const word of document.words) addWord(words, slot, word)
  for (const size of document.sizes) addWord(sizes, slot, size)
  for (const code of document.codes) addCode(codes, slot, code)
}

/** A 32-bit FNV-1a hash of the searchable text. */
export function textHash(text: ProductText): number {
  let hash = 0x811c9dc5
  for (const part of [text.name, text.childNames ?? '', text.codes, text.barcodes ?? '']) {
    for (let i = 0; i < part.length; i++) hash = Math.imul(hash ^ part.charCodeAt(i), 0x01000193)
    hash = Math.imul(hash ^ 0x1f, 0x01000193)
  }
  return hash | 0
}

/** Runs of letters and digits in folded text. */
export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}

function addText({ words, sizes }: Pick<Document, 'words' | 'sizes'>, folded: string, known: KnownChunks): void {
  const found = sizesOfText(folded)
  for (const { forms } of found) for (const form of forms) sizes.add(form)
  let start = 0
  for (const chunk of folded.split(/\s/)) {
    const end = start + chunk.length
    const { parts, joined } = wordsOfChunk(chunk, known)
    for (const part of parts) words.add(part)
    // The figures of a size with a fraction are not joined: 3x2,5 is not 3x25.
    const isFraction = () => found.some((size) => size.start < end && start < size.end) && /\d[.,/]\d/.test(chunk)
    if (joined !== null && !isFraction()) words.add(joined)
    start = end + 1
  }
}

function wordsOfChunk(chunk: string, known: KnownChunks): ChunkWords {
  const found = known.get(chunk)
  if (found !== undefined) return found
  const parts = wordsOf(chunk)
  const joined = parts.join('')
  const isWord = parts.length > 1 && joined.length <= maxJoinedWordLength
  const words = { parts: parts.map((part) => part.slice(0, maxWordLength)), joined: isWord ? joined : null }
  if (known.size >= maxKnownChunks) known.clear()
  known.set(chunk, words)
  return words
}
