/**
 * How the results of a search differ from what was typed: words that were corrected, and words (as typed) that the best
 * results lack. `orWithout`: further words that others of the first results lack instead of some of these.
 */
export type SearchReport = {
  corrections: { typed: string; used: string }[]
  without: string[]
  orWithout?: string[][]
}
