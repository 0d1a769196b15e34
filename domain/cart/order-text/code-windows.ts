import { squeezeCode } from '#domain/text/text.ts'

/** Neighbouring words of a text that may be a code, with what is left of the text. */
export type CodeWindow = { code: string; squeezed: string; before: string; after: string }

const mostWords = 6
const leastLength = 4
/** Figures alone are codes and barcodes only from this length on, or as the whole text. */
const leastFigures = 8
const wordsRead = 12
const longWord = /\p{L}{6}/u

/** What may be a code in a text, the longest first. */
export function codeWindows(text: string): CodeWindow[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const found: CodeWindow[] = []
  for (let from = 0; from < Math.min(words.length, wordsRead); from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + mostWords); to++) {
      const code = words
        .slice(from, to)
        .join(' ')
        .replace(/^[("'#]+|[)"',;:.]+$/g, '')
      const squeezed = squeezeCode(code)
      if (!mayBeCode(code, squeezed, to - from === words.length)) continue
      found.push({ code, squeezed, before: words.slice(0, from).join(' '), after: words.slice(to).join(' ') })
    }
  }
  return found.sort((a, b) => b.squeezed.length - a.squeezed.length)
}

/** A code has a figure, or signs between its letters, or it is the whole text. */
function mayBeCode(code: string, squeezed: string, isWhole: boolean): boolean {
  if (squeezed.length < (isWhole ? 2 : leastLength) || squeezed.length > 60) return false
  if (isWhole) return true
  if (/^\d+$/.test(squeezed)) return squeezed.length >= leastFigures
  const words = code.split(' ')
  // Words of a name are longer than the parts of a code.
  if (words.length > 1 && words.some((word) => longWord.test(word))) return false
  return /\d/.test(squeezed) || /[-/._]/.test(code) || words.length > 1
}
