/** A part of a text that a version added or removed. */
export type TextChange = { kind: 'added' | 'removed'; text: string }

/** Longer texts are not compared: the table grows with the product of both. */
const blocksMax = 600

/**
 * The paragraphs, headings and list items that differ between two versions of a text (safe HTML), in the order of the new
 * one; a changed paragraph is a removed and an added one. Empty for texts that are too long to compare.
 */
export function textChanges(before: string, after: string): TextChange[] {
  const [old, now] = [blocksOf(before), blocksOf(after)]
  if (old.length > blocksMax || now.length > blocksMax) return []
  const common = commonLengths(old, now)
  const changes: TextChange[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const isSame = i < old.length && j < now.length && old[i] === now[j]
    if (isSame) [i, j] = [i + 1, j + 1]
    else if (i < old.length && (j >= now.length || lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1)))
      changes.push({ kind: 'removed', text: old[i++] ?? '' })
    else changes.push({ kind: 'added', text: now[j++] ?? '' })
  }
  return changes
}

/** The texts of the blocks of HTML, without tags and with single spaces. */
function blocksOf(html: string): string[] {
  return html
    .split(/<\/?(?:p|h[1-6]|li|ul|ol|br|div|blockquote|tr|table)\b[^>]*>/i)
    .map((block) =>
      block
        .replace(/<[^>]*>/g, '')
        .replace(/&nbsp;/g, ' ')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&#39;/g, "'")
        .replace(/&amp;/g, '&')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((block) => block !== '')
}

/** For each pair of positions the number of blocks that both texts have in common from there on. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0))
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const value =
        a[i] === b[j]
          ? lengthAt(lengths, i + 1, j + 1) + 1
          : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1))
      const row = lengths[i]
      if (row !== undefined) row[j] = value
    }
  }
  return lengths
}

const lengthAt = (lengths: readonly (readonly number[])[], i: number, j: number): number => lengths[i]?.[j] ?? 0
