import { fold } from '#domain/text/text.ts'

/**
 * Splits a text at the search terms, compared as the search compares them: even indexes hold the text in between, odd
 * ones the matches. A text whose length changes when folded is not split.
 */
export function highlightParts(text: string, q: string): string[] {
  const folded = fold(text)
  const words = fold(q)
    .split(/\s+/)
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (words.length === 0 || folded.length !== text.length) return [text]
  const parts: string[] = []
  let end = 0
  for (const { index, 0: found } of folded.matchAll(new RegExp(words.join('|'), 'g'))) {
    parts.push(text.slice(end, index), text.slice(index, index + found.length))
    end = index + found.length
  }
  return [...parts, text.slice(end)]
}
