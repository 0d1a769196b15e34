/** Maximum length of a normalized serial number; labels use at most half of it. */
export const serialKeyMax = 60

/** Longer input is rejected without parsing: no one types or scans it. */
const longestText = 200

/**
 * Normalizes a serial number for comparison: uppercase Latin letters, without spaces, dashes and invisible characters.
 * Letters of other alphabets stay; ı and İ become I (Turkish keyboards). Null if nothing remains or it is too long.
 */
export function serialKey(text: string): string | null {
  if (text.length > longestText) return null
  const key = text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}\p{Dash}_]+/gu, '')
    .replace(/[ıİ]/g, 'I')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
  return key === '' || key.length > serialKeyMax ? null : key
}
