const vowels = /[aeiou]/g

/** One bit per folded letter a to z; bit 26 = has another character. */
export function letterMask(word: string): number {
  let mask = 0
  for (let i = 0; i < word.length; i++) {
    const letter = word.charCodeAt(i) - 97
    mask |= letter >= 0 && letter < 26 ? 1 << letter : 1 << 26
  }
  return mask
}

export const otherCharacter = 1 << 26
const vowelMask = letterMask('aeiou')

/** Words of fewer letters are corrected by one error at most. */
export const minLengthForTwoErrors = 7

const maxComparedLength = 40
/** The rows of the comparison, reused because many words are compared for one query. */
const costs: [Uint8Array, Uint8Array, Uint8Array] = [newRow(), newRow(), newRow()]

function newRow(): Uint8Array {
  return new Uint8Array(maxComparedLength + 1)
}

/** Whether two words of letters differ by at most two missing, extra, wrong or swapped letters. */
export function isWithinTwoErrors(typed: string, word: string): boolean {
  const [rows, columns] = [typed.length, word.length]
  if (Math.abs(rows - columns) > 2) return false
  if (columns > maxComparedLength || rows > maxComparedLength) return false
  let [older, old, row] = costs
  for (let j = 0; j <= columns; j++) old[j] = j
  for (let i = 1; i <= rows; i++) {
    row[0] = i
    let best = i
    for (let j = 1; j <= columns; j++) {
      let cost = Math.min(old[j]! + 1, row[j - 1]! + 1, old[j - 1]! + (typed[i - 1] === word[j - 1] ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
      if (isSwapped) cost = Math.min(cost, older[j - 2]! + 1)
      row[j] = cost
      best = Math.min(best, cost)
    }
    if (best > 2) return false
    ;[older, old, row] = [old, row, older]
  }
  return old[columns]! <= 2
}

/** A word typed without vowels, such as klm for kalem. */
export function isSkeleton(typed: string): boolean {
  return /^[b-df-hj-np-tv-z]{3,}$/.test(typed)
}

export function skeletonOf(word: string): string {
  return word.replace(vowels, '')
}

/** Whether the letters of a word allow it to be within two errors, or to have the skeleton: a quick test for many words. */
export function mayBeWithinTwoErrors(typedMask: number, mask: number): boolean {
  let rest = typedMask ^ mask
  let differing = 0
  for (; rest !== 0; rest &= rest - 1) differing++
  return differing <= 4
}

export function mayHaveSkeleton(typedMask: number, mask: number): boolean {
  return (mask & ~vowelMask & ~typedMask) === 0 && (typedMask & ~mask) === 0
}
