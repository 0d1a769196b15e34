import { plainWords } from './spoken-words.ts'

/** Maximum length of the words that a choice is remembered for. */
export const learnedWordsMax = 200

/** The words that a choice is remembered for: folded, separated by spaces. */
export function wordsKey(text: string): string {
  return plainWords(text).join(' ').slice(0, learnedWordsMax).trim()
}
