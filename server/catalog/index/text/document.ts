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

/** The searchable text split into words and codes. */
export type Document = { words: Set<string>; codes: Code[] }

const maxWordLength = 40
const maxJoinedWordLength = 20
const maxNameLength = 2_000

export function createDocument(text: ProductText): Document {
  const words = new Set<string>()
  for (const chunk of chunksOf(fold(text.name.slice(0, maxNameLength)))) addChunk(words, chunk)
  if (text.childNames !== null) {
    for (const chunk of chunksOf(fold(text.childNames.slice(0, maxNameLength * 4)))) addChunk(words, chunk)
  }
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
  return { words, codes: [...codes.values()] }
}

export function addDocument(document: Document, slot: number, words: WordsBuilder, codes: CodesBuilder): void {
  for (const word of document.words) addWord(words, slot, word)
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

/** Runs of non-white-space characters in folded text. */
export function chunksOf(folded: string): string[] {
  return folded.split(/\s+/).filter((chunk) => chunk !== '')
}

/** Runs of letters and digits in folded text. */
export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** `3x2,5` is found as 3x2, 5 and 3x25. */
function addChunk(words: Set<string>, chunk: string): void {
  const parts = wordsOf(chunk)
  for (const part of parts) words.add(part.slice(0, maxWordLength))
  const joined = parts.join('')
  if (parts.length > 1 && joined.length <= maxJoinedWordLength) words.add(joined)
}
