/** Longest serial number in its compared form; labels of goods have at most half of that. */
export const serialKeyMax = 60

/** Nobody types or scans more than this; what is longer is not even looked at. */
const longestText = 200

/**
 * A serial number as it is compared: Latin letters large, without spaces, dashes and what cannot be seen. Letters of other
 * alphabets stay; ı and İ are the I of a Turkish keyboard. Null where nothing is left, or too much.
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
