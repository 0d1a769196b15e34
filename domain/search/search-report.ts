/**
 * How the results of a search differ from what was typed: words that were corrected, and words (as typed) that the best
 * results lack.
 */
export type SearchReport = { corrections: { typed: string; used: string }[]; without: string[] }
