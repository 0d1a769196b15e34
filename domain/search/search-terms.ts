/**
 * Another way to say what was typed. `text` has folded words, separated by spaces; all of them must match. `isTarget`:
 * of a one-way rule, which ranks behind synonyms.
 */
export type SearchAlternative = { text: string; isTarget: boolean }

/** The synonyms of the shop. */
export type SearchTerms = {
  /** Differs after every change, so that cached results are dropped. */
  version: number
  /** `words` is one folded word, or two folded words separated by a space. */
  alternativesOf(words: string): readonly SearchAlternative[]
}

export const noSearchTerms: SearchTerms = { version: 0, alternativesOf: () => [] }
