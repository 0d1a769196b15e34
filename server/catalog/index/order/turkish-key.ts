/**
 * Sort keys of names. Comparing them byte by byte (`<`) gives the order of the Turkish alphabet, ignoring case and
 * accents. A comparison costs a tenth of the collator's, which matters for 200,000 names. The weights come from the
 * collator.
 */
const LONGEST_KEY = 80
const UNKNOWN = 255
const weights = weighLetters()

export function turkishKey(name: string): string {
  const codes: number[] = []
  const text = name.normalize('NFC')
  for (let i = 0; i < text.length && codes.length < LONGEST_KEY; i++) {
    codes.push(weights[text.charCodeAt(i)] ?? UNKNOWN)
  }
  return String.fromCharCode(...codes)
}

/**
 * Weight of every character up to U+017F: its position in the alphabet. Characters that differ only in case or accent
 * share a weight.
 */
function weighLetters(): Uint8Array {
  const collator = new Intl.Collator('tr', { sensitivity: 'base' })
  const letters = Array.from({ length: 0x180 - 0x20 }, (_, i) => String.fromCharCode(i + 0x20))
  const sorted = letters.toSorted(collator.compare)
  const table = new Uint8Array(0x180)
  let weight = 0
  for (const [i, letter] of sorted.entries()) {
    const before = sorted[i - 1]
    if (before === undefined || collator.compare(before, letter) !== 0) weight++
    table[letter.charCodeAt(0)] = Math.min(weight, UNKNOWN)
  }
  return table
}
