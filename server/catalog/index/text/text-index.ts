import { type Bitset, createBitset, resizeBitset, setBit } from '#server/catalog/index/bitset.ts'
import { type Codes, createCodesBuilder, finishCodes } from './codes.ts'
import type { Document, TextBuilder } from './document.ts'
import type { Pause } from '#server/catalog/index/pause.ts'
import { createWordsBuilder, finishWords, type Words } from './words.ts'

/**
 * All searchable text. `words`, `sizes` and `codes` come from the build and never change. Products added or changed since then
 * are in `changedTexts`, few enough to be searched one by one; `outdated` marks their entries from the build.
 */
export type TextIndex = {
  words: Words
  sizes: Words
  codes: Codes
  outdated: Bitset
  changedTexts: Map<number, ChangedText>
}

/** Words with a space on both sides, and squeezed codes. */
export type ChangedText = { words: string } & Pick<Document, 'sizes' | 'codes'>

/** Above this number of changed texts the index is rebuilt in the background. */
export const changedTextsMax = 2_000

export function createTextBuilder(): TextBuilder {
  return { words: createWordsBuilder(), sizes: createWordsBuilder(), codes: createCodesBuilder(), chunks: new Map() }
}

export async function finishText(builder: TextBuilder, capacity: number, pause: Pause): Promise<TextIndex> {
  builder.chunks.clear()
  const words = await finishWords(builder.words, pause)
  // Frees the builder at once: at a million products it takes a hundred megabytes.
  builder.words = createWordsBuilder()
  const sizes = await finishWords(builder.sizes, pause)
  builder.sizes = createWordsBuilder()
  const codes = await finishCodes(builder.codes, pause)
  return { words, sizes, codes, outdated: createBitset(capacity), changedTexts: new Map() }
}

/** Replaces the text of a product; its entries from the build no longer count. */
export function replaceText(text: TextIndex, slot: number, document: Document): void {
  if (slot >= text.outdated.length * 32) text.outdated = resizeBitset(text.outdated, slot + 4096)
  setBit(text.outdated, slot)
  text.changedTexts.set(slot, {
    words: ` ${[...document.words].join(' ')} `,
    sizes: document.sizes,
    codes: document.codes,
  })
}
