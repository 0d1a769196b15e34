import { isFraction, type Term } from '#domain/search/analyze-query.ts'
import { isFormOf, stemsOf } from '#server/catalog/index/text/turkish-stems.ts'
import type { Searched } from './searched-texts.ts'
import { bestOf, type Class, classOf } from './word-classes.ts'

export type NaiveProduct = { id: number; searched: Searched }
export type NaiveSearch = { products: NaiveProduct[]; brandWords: string[] }

/** The worst class of all terms; undefined if one of them is missing. */
export function worst(terms: readonly Term[], classAt: (at: number) => Class | undefined): Class | undefined {
  let found: Class = 0
  for (const at of terms.keys()) {
    const one = classAt(at)
    if (one === undefined) return undefined
    if (one > found) found = one
  }
  return found
}

export function typedClass(
  search: NaiveSearch,
  searched: Searched,
  term: Term,
  isFillerWhole = true,
): Class | undefined {
  if (term.kind === 'filler' && isFillerWhole)
    return term.words.every((word) => searched.names.includes(word)) ? 0 : undefined
  if (term.size !== undefined) return sizeClass(search, searched, term)
  return bestOf([
    worst(
      term.words.map(() => term),
      (i) => classOf(searched, term.words[i]!),
    ),
    classOf(searched, term.words.join('')),
  ])
}

function sizeClass({ products }: NaiveSearch, searched: Searched, term: Term): Class | undefined {
  const { words, size } = term
  const has = (one: Searched) => size?.wanted.some((form) => one.sizes.includes(form)) === true
  if (has(searched)) return 0
  const isKnown = products.some((product) => has(product.searched))
  const word = words.join('')
  if (words.length > 1) {
    if (isKnown || size?.isList || isFraction(term)) return undefined
    return words.every((one) => searched.names.includes(one)) ? 0 : undefined
  }
  if (!isKnown && !size?.isList) return classOf(searched, word)
  if (searched.names.includes(word)) return 0
  if ([...searched.codes, ...searched.barcodes].includes(word)) return 2
  if (word.length >= 3 && searched.parts.includes(word)) return 2
  return !size?.isList && searched.labels.some((label) => label.startsWith(word)) ? 2 : undefined
}

export function softClass(
  search: NaiveSearch,
  searched: Searched,
  terms: readonly Term[],
  at: number,
): Class | undefined {
  const term = terms[at]!
  const typed = typedClass(search, searched, term)
  const word = term.words.join('')
  if (term.kind !== 'word' || term.words.length > 1 || word.length < 4 || search.brandWords.includes(word)) return typed
  const stems = stemsOf(term.typed)
  const isForm = (one: string) => stems.some((stem) => isFormOf(one, stem))
  const forms = searched.names.filter(isForm)
  const named = forms.length === 0 ? undefined : forms.some((form) => stems.includes(form)) ? 0 : 1
  return bestOf([typed, named, searched.labels.some(isForm) ? 2 : undefined])
}
