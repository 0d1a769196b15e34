import type { Random } from '#bench/random.ts'

/** Spellings of a query that are not mistakes. */

const plain: Record<string, string> = {
  ç: 'c',
  ğ: 'g',
  ı: 'i',
  ö: 'o',
  ş: 's',
  ü: 'u',
  Ç: 'C',
  Ğ: 'G',
  İ: 'I',
  Ö: 'O',
  Ş: 'S',
  Ü: 'U',
}

/** As typed on a keyboard without Turkish letters; null if nothing changes. */
export function withoutTurkishLetters(words: readonly string[]): string[] | null {
  const written = words.map((word) => word.replace(/[çğıöşüÇĞİÖŞÜ]/g, (letter) => plain[letter] ?? letter))
  return written.join() === words.join() ? null : written
}

/** In another order; null for a single word. */
export function reordered(words: readonly string[], random: Random): string[] | null {
  if (new Set(words).size < 2) return null
  for (;;) {
    const left = [...words]
    const shuffled = words.map(() => left.splice(random.below(left.length), 1)[0] ?? '')
    if (shuffled.join() !== words.join()) return shuffled
  }
}

/** In upper or lower case, by Turkish or by English rules; null without any i. */
export function recased(words: readonly string[], random: Random): string[] | null {
  if (!/[iıİI]/.test(words.join(''))) return null
  const change = random.pick([
    (text: string) => text.toLocaleUpperCase('tr'),
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLocaleUpperCase('tr').toLowerCase(),
    (text: string) => text.toUpperCase().toLocaleLowerCase('tr'),
  ])
  return words.map(change)
}

/** The code with other, more or no separators; null if it has nothing to change. */
export function withNoise(code: string, random: Random): string | null {
  const separator = () => random.pick([' ', '.', '-', '/', '_', ''])
  const changed = random
    .pick([
      () => code.replace(/[^\p{L}\p{N}]+/gu, ''),
      () => code.replace(/[^\p{L}\p{N}]+/gu, separator),
      () => code.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, separator),
      () => {
        const at = 1 + random.below(Math.max(1, code.length - 1))
        return `${code.slice(0, at)}${random.pick([' ', '-', '.'])}${code.slice(at)}`
      },
    ])()
    .trim()
  return changed === code || changed === '' ? null : changed
}
