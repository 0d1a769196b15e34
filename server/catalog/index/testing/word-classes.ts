import { isSkeleton } from '#domain/search/far-words.ts'
import { farnessOf } from '#server/catalog/index/text/far-match.ts'
import { type Mistakes, nearnessOf } from '#server/catalog/index/text/near-words.ts'
import type { Searched } from './searched-texts.ts'

/** 0 = a word of the name, 1 = the prefix of one, 2 = found elsewhere. */
export type Class = 0 | 1 | 2

export function bestOf(classes: (Class | undefined)[]): Class | undefined {
  return ([0, 1, 2] as const).find((one) => classes.includes(one))
}

export function mayBeMistyped(word: string, mistakes: Mistakes): boolean {
  if (isSkeleton(word)) return true
  return mistakes === 'any' ? word.length >= 3 : word.length >= 4 && !/^[^\p{L}]+$/u.test(word)
}

export function classOf(searched: Searched, word: string): Class | undefined {
  const named = nameClassOf(searched, word)
  if (named !== undefined) return named
  return hasSubstring(searched, word) || searched.labels.some((label) => label.startsWith(word)) ? 2 : undefined
}

export function nameClassOf({ names }: Searched, word: string): Class | undefined {
  if (names.includes(word)) return 0
  return names.some((name) => name.startsWith(word)) ? 1 : undefined
}

/** Two mistakes are accepted only where no product has the word with one, or as two words. */
export function nearClassOf(
  { products }: { products: readonly { searched: Searched }[] },
  searched: Searched,
  word: string,
  { mistakes, hasHalves }: { mistakes: Mistakes; hasHalves: boolean },
): Class | undefined {
  const near = oneMistakeClass(searched, word, mistakes)
  const isFar = farnessOf(word)
  if (isFar === null) return near
  const isTried =
    isSkeleton(word) ||
    (!hasHalves && !products.some((product) => oneMistakeClass(product.searched, word, mistakes) !== undefined))
  if (!isTried) return near
  const hasLabel = searched.labels.some((label) => isFar(label))
  return bestOf([near, searched.names.some((name) => isFar(name)) ? 0 : undefined, hasLabel ? 2 : undefined])
}

function oneMistakeClass({ names, labels }: Searched, word: string, mistakes: Mistakes): Class | undefined {
  const nearnesses = names.map((name) => nearnessOf(word, name, mistakes))
  if (nearnesses.includes('whole')) return 0
  if (word.length < 4) return undefined
  if (nearnesses.includes('prefix')) return 1
  return labels.some((label) => nearnessOf(word, label, mistakes) !== null) ? 2 : undefined
}

export function halvesOf(searched: Searched, word: string): Class | undefined {
  const halves = Array.from({ length: Math.max(0, word.length - 3) }, (_, i) => [
    word.slice(0, i + 2),
    word.slice(i + 2),
  ])
  const found = halves
    .filter(([left = '']) => searched.names.includes(left))
    .map(([, right = '']) => nameClassOf(searched, right))
  return found.includes(0) ? 0 : found.includes(1) ? 1 : undefined
}

export function hasSubstring({ codes, barcodes }: Searched, word: string): boolean {
  if (word.length < 3) return [...codes, ...barcodes].some((code) => code.startsWith(word))
  return codes.some((code) => code.includes(word)) || (word.length >= 5 && barcodes.some((code) => code.includes(word)))
}
