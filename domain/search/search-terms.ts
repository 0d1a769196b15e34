/**
 * Another way to say what was typed. `text` has folded words, separated by spaces; all of them must match. A weight of
 * 1 counts as much as the typed word; smaller weights (above 0) rank below it.
 */
export type SearchAlternative = { text: string; weight: number }

/** The synonyms of the shop. */
export type SearchTerms = {
  /** Differs after every change, so that cached results are dropped. */
  version: number
  /** `words` is one folded word, or two folded words separated by a space. */
  alternativesOf(words: string): readonly SearchAlternative[]
}

export const noSearchTerms: SearchTerms = { version: 0, alternativesOf: () => [] }
