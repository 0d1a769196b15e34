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
 * The share of a name's words that are found among others, 0 to 1; 0 without its first word, which tells companies of a trade apart,
 * or if only a short word is found. Banks cut names, so a word may lack its end.
 */
export function nameShare(name: readonly string[], others: ReadonlySet<string>): number {
  const [first, ...rest] = name
  if (first === undefined || !isFound(first, others)) return 0
  const found = rest.filter((word) => isFound(word, others)).length
  return found > 0 || first.length >= 5 ? (found + 1) / name.length : 0
}

/** Up to three letters may be cut off at the end of a word. */
const isFound = (word: string, others: ReadonlySet<string>): boolean =>
  [0, 1, 2, 3].some((cut) => (cut === 0 || word.length - cut >= 4) && others.has(word.slice(0, word.length - cut)))
