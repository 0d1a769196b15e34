import { type Bitset, createBitset, resizeBitset, setBit } from '#server/catalog/index/bitset.ts'
import { type Codes, type CodesBuilder, createCodesBuilder, finishCodes } from './codes.ts'
import type { Document } from './document.ts'
import type { Pause } from '#server/catalog/index/pause.ts'
import { createWordsBuilder, finishWords, type Words, type WordsBuilder } from './words.ts'

/**
 * Everything that is searched. What the build read stands in `words` and `codes`, which never change; products that came
 * or changed their text since are `later`, few enough to be looked through one by one.
 */
export type TextIndex = { words: Words; codes: Codes; outdated: Bitset; changedTexts: Map<number, ChangedText> }

/** Words with a space on both sides of each, and squeezed codes. */
export type ChangedText = { words: string; codes: Document['codes'] }

/** Beyond this many later texts the index is built anew in the background. */
export const changedTextsMax = 2_000

export type TextBuilder = { words: WordsBuilder; codes: CodesBuilder }

export function createTextBuilder(): TextBuilder {
  return { words: createWordsBuilder(), codes: createCodesBuilder() }
}

export async function finishText(builder: TextBuilder, capacity: number, pause: Pause): Promise<TextIndex> {
  const words = await finishWords(builder.words, pause)
  // What is done with is let go of at once: at a million products it is a hundred megabytes.
  builder.words = createWordsBuilder()
  const codes = await finishCodes(builder.codes, pause)
  return { words, codes, outdated: createBitset(capacity), changedTexts: new Map() }
}

/** The product's text from now on; what the build knew of it no longer counts. */
export function replaceText(text: TextIndex, slot: number, document: Document): void {
  if (slot >= text.outdated.length * 32) text.outdated = resizeBitset(text.outdated, slot + 4096)
  setBit(text.outdated, slot)
  text.changedTexts.set(slot, { words: ` ${[...document.words].join(' ')} `, codes: document.codes })
}
