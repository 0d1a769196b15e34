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

export function createDocument(text: ProductText): Document {
  const words = new Set<string>()
  const sizes = new Set<string>()
  addText(words, sizes, fold(text.name.slice(0, maxNameLength)))
  if (text.childNames !== null) addText(words, sizes, fold(text.childNames.slice(0, maxNameLength * 4)))
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

export type TextBuilder = { words: WordsBuilder; sizes: WordsBuilder; codes: CodesBuilder }

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

function addText(words: Set<string>, sizes: Set<string>, folded: string): void {
  const found = sizesOfText(folded)
  for (const { forms } of found) for (const form of forms) sizes.add(form)
  for (const match of folded.matchAll(/\S+/g)) {
    const [start, end] = [match.index, match.index + match[0].length]
    const isFraction = found.some((size) => size.start < end && start < size.end && /\d[.,/]\d/.test(match[0]))
    addChunk(words, match[0], isFraction)
  }
}

/** The figures of a size with a fraction are not joined: 3x2,5 is not 3x25. */
function addChunk(words: Set<string>, chunk: string, isFraction: boolean): void {
  const parts = wordsOf(chunk)
  for (const part of parts) words.add(part.slice(0, maxWordLength))
  if (isFraction) return
  const joined = parts.join('')
  if (parts.length > 1 && joined.length <= maxJoinedWordLength) words.add(joined)
}
