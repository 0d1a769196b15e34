import { fold } from '#domain/text/text.ts'

/**
 * A text cut at the words that were searched for, compared as the search compares: even places hold what is between them, odd
 * places what was found. Where folding changes the length of a text nothing is cut.
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
