import { letterMask } from '#domain/search/far-words.ts'
import { type Bitset, setBit } from '#server/catalog/index/bitset.ts'
import { createIntList, type IntList, pushInt } from '#server/catalog/index/growable.ts'
import { eachNearRange, lowerBound, type Mistakes } from './near-words.ts'
import type { Pause } from '#server/catalog/index/pause.ts'
import { sortByText } from '#server/catalog/index/order/text-sort.ts'

/**
 * An inverted index: the words in byte order, and the slots of word w from `slots[starts[w]]` to `slots[starts[w + 1] -
 * 1]`. Words with a common prefix are adjacent, so a prefix is one range. `masks` has the letters of each word.
 */
export type Words = { words: string[]; masks: Int32Array; starts: Int32Array; slots: Int32Array }

/** Word numbers in slot order; those of a slot start at `starts[slot]`. */
export type WordsBuilder = { numbers: Map<string, number>; last: number[]; word: IntList; starts: IntList }

export function createWordsBuilder(): WordsBuilder {
  return { numbers: new Map(), last: [], word: createIntList(), starts: createIntList() }
}

/** Slots must come in ascending order. */
export function addWord(builder: WordsBuilder, slot: number, text: string): void {
  let number = builder.numbers.get(text)
  if (number === undefined) {
    number = builder.numbers.size
    builder.numbers.set(text, number)
    builder.last.push(-1)
  }
  if (builder.last[number] === slot) return
  builder.last[number] = slot
  while (builder.starts.length <= slot) pushInt(builder.starts, builder.word.length)
  pushInt(builder.word, number)
}

export async function finishWords(builder: WordsBuilder, pause: Pause): Promise<Words> {
  const texts = [...builder.numbers.keys()]
  const order = await sortByText(
    Int32Array.from(texts, (_, i) => i),
    (number) => texts[number]!,
    pause,
  )
  const placeOf = new Int32Array(order.length)
  for (let i = 0; i < order.length; i++) placeOf[order[i]!] = i
  const starts = new Int32Array(order.length + 1)
  for (let i = 0; i < builder.word.length; i++) starts[placeOf[builder.word.items[i]!]! + 1]!++
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!
  const next = starts.slice()
  const slots = new Int32Array(builder.word.length)
  for (let slot = 0, i = 0; slot < builder.starts.length; slot++) {
    const end = slot + 1 < builder.starts.length ? builder.starts.items[slot + 1]! : slots.length
    for (; i < end; i++) slots[next[placeOf[builder.word.items[i]!]!]!++] = slot
    if (slot % 4096 === 0) await pause()
  }
  const words = Array.from(order, (number) => texts[number]!)
  return { words, masks: Int32Array.from(words, letterMask), starts, slots }
}

export function hasWord({ words }: Words, word: string): boolean {
  return words[lowerBound(words, word)] === word
}

/** Whether some word has this prefix. */
export function hasPrefix({ words }: Words, prefix: string): boolean {
  return words[lowerBound(words, prefix)]?.startsWith(prefix) ?? false
}

export function markWord(words: Words, word: string, into: Bitset): void {
  const at = lowerBound(words.words, word)
  if (words.words[at] === word) markRange(words, at, at + 1, into)
}

/** Marks the slots that have a word with this prefix. */
export function markWordPrefix(words: Words, prefix: string, into: Bitset): void {
  markRange(words, lowerBound(words.words, prefix), lowerBound(words.words, `${prefix}\uffff`), into)
}

/**
 * Marks the slots with a word that matches a mistyped one in full, and those with one that starts with the corrected
 * text.
 */
export function markNearWords(words: Words, typed: string, mistakes: Mistakes, whole: Bitset, prefix: Bitset): void {
  eachNearRange(words.words, typed, mistakes, (from, to, nearness) => {
    markRange(words, from, to, nearness === 'whole' ? whole : prefix)
  })
}

/** Marks the slots of one word by its position. */
export function markWordAt(words: Words, at: number, into: Bitset): void {
  markRange(words, at, at + 1, into)
}

/** Whether a slot has the word at a position. */
export function slotHasWord({ starts, slots }: Words, at: number, slot: number): boolean {
  let [low, high] = [starts[at]!, starts[at + 1]!]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (slots[middle]! < slot) low = middle + 1
    else high = middle
  }
  return low < starts[at + 1]! && slots[low] === slot
}

function markRange(words: Words, from: number, to: number, into: Bitset): void {
  const end = words.starts[to]!
  for (let i = words.starts[from]!; i < end; i++) setBit(into, words.slots[i]!)
}
