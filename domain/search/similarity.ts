/** How similar two folded words are, from 0 to 1: the share of pairs of letters that both have. */
export function similarity(a: string, b: string): number {
  const [left, right] = [pairsOf(a), pairsOf(b)]
  const total = left.length + right.length
  const remaining = new Map<string, number>()
  for (const pair of right) remaining.set(pair, (remaining.get(pair) ?? 0) + 1)
  let shared = 0
  for (const pair of left) {
    const count = remaining.get(pair) ?? 0
    if (count === 0) continue
    remaining.set(pair, count - 1)
    shared++
  }
  return (2 * shared) / total
}

/** With the edges of the word, so that a single letter has pairs too. */
function pairsOf(word: string): string[] {
  const edged = ` ${word} `
  return Array.from({ length: edged.length - 1 }, (_, i) => edged.slice(i, i + 2))
}
