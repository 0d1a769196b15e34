import { fold } from '#domain/text/text.ts'

/** Legal forms, trades and what banks write before a name: they do not tell companies apart. Folded. */
const commonWords = new Set(
  'a s as ao ltd limited sti sirketi sirket ve tic ticaret san sanayi ith ithalat ihr ihracat paz pazarlama dis ic ins insaat taah taahhut anonim kollektif komandit kooperatifi koop ortakligi sahis mr mrs sn sayin havale eft fast gonderen'.split(
    ' ',
  ),
)

/** The words that tell a company or person apart, folded: without legal forms, trades and single letters. */
export function nameWords(name: string): string[] {
  const words = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
  const own = words.filter((word) => !commonWords.has(word))
  return own.length > 0 ? own : words
}

/**
 * How well the words of a name are found in others: 1 for all of them, at least two or a long one; 0 for none. Banks cut names, so
 * the last word may be the start of one.
 */
export function nameShare(name: readonly string[], others: ReadonlySet<string>): number {
  if (name.length === 0) return 0
  const found = name.filter((word) => others.has(word) || isCut(word, others))
  const isEnough = found.length >= 2 || (found.length === 1 && (found[0]?.length ?? 0) >= 5)
  return isEnough ? found.length / name.length : 0
}

/** Whether one of the words is the start of a long word. */
const isCut = (word: string, others: ReadonlySet<string>): boolean =>
  word.length >= 6 && [...others].some((other) => other.length >= 4 && word.startsWith(other))
