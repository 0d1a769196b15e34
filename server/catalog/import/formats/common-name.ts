import { fold, squeezeCode } from '#domain/text/text.ts'

const separatorsAtEnd = /[\s\-–—,;:/|(]+$/
const emptyBrackets = /\(\s*\)|\[\s*\]/g
/** A shorter common beginning says nothing about the product. */
const minLength = 3

/**
 * Finds the name that the variants of a product have in common: their names without their values ("Yağmurluk S" and
 * "Yağmurluk M" are "Yağmurluk"), else the words with which all begin.
 */
export class CommonName {
  private first: string | undefined
  private rest: string | undefined
  private words: string[] | undefined

  /** `values` has a variant's values by dimension. */
  add(name: string, values: ReadonlyMap<string, string>): void {
    const words = name.split(' ')
    const rest = withoutValues(words, values)
    this.words = this.words ? sharedStart(this.words, words) : words
    this.rest = this.first === undefined || fold(rest) === fold(this.rest ?? '') ? (this.rest ?? rest) : ''
    this.first ??= name
  }

  /** The common name; the first variant's name if there is none. */
  get text(): string {
    const start = (this.words ?? []).join(' ').replace(separatorsAtEnd, '')
    const [best = ''] = [this.rest ?? '', start].filter((text) => squeezeCode(text).length >= minLength)
    return best || (this.first ?? '')
  }
}

/** Removes the last occurrence of each value, with the dimension's name or a sign in front of it. */
function withoutValues(words: readonly string[], values: ReadonlyMap<string, string>): string {
  let left = [...words]
  for (const [dimension, value] of values) {
    const wanted = value.split(' ').map(squeezeCode)
    const at = lastIndexOf(left, wanted)
    if (at < 0) continue
    const before = squeezeCode(left[at - 1] ?? '-')
    const start = at > 0 && (before === '' || before === squeezeCode(dimension)) ? at - 1 : at
    left = left.toSpliced(start, at - start + wanted.length)
  }
  return left.join(' ').replace(emptyBrackets, '').replace(/\s+/g, ' ').replace(separatorsAtEnd, '').trim()
}

function lastIndexOf(words: readonly string[], wanted: readonly string[]): number {
  for (let at = words.length - wanted.length; at >= 0; at -= 1)
    if (wanted.every((word, i) => word !== '' && squeezeCode(words[at + i] ?? '') === word)) return at
  return -1
}

function sharedStart(one: readonly string[], other: readonly string[]): string[] {
  const end = one.findIndex((word, i) => fold(word) !== fold(other[i] ?? ''))
  return end < 0 ? [...one] : one.slice(0, end)
}
