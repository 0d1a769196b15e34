import { decimal } from '#domain/money/money.ts'
import { fold, squeezeCode } from '#domain/text/text.ts'
import type { BankLine } from './bank-line.ts'

/** What banks write around a payment: these words tell no two payments apart. Folded. */
const commonWords = new Set(
  'gelen giden havale eft fast swift odeme odemesi transfer hesap hesaba hesabi para gonderen alici islem no nolu tr'.split(
    ' ',
  ),
)

export type Texts = Pick<BankLine, 'reference' | 'description' | 'sender'>
type Compared = Texts & Pick<BankLine, 'balance'>

/**
 * How two lines of one account, day and amount, which files of different formats state, show that they are one payment. The order is
 * that of their weight.
 */
export const proofs: readonly ((a: Compared, b: Compared) => boolean)[] = [
  // The balance after the line, which no two lines of a day share unless one was returned.
  (a, b) => isSameBalance(a, b),
  // The bank's receipt number. Files that sort a day differently state different balances.
  (a, b) => squeezeCode(a.reference) !== '' && squeezeCode(a.reference) === squeezeCode(b.reference),
  (a, b) => (a.balance === null || b.balance === null) && isSameText(a, b),
]

const isSameBalance = (a: Compared, b: Compared): boolean =>
  a.balance !== null && b.balance !== null && decimal(a.balance).equals(b.balance)

/**
 * Whether each word of the shorter text is in the longer one. A format may put the sender into a column or into the text, cut the text
 * or break words.
 */
function isSameText(a: Texts, b: Texts): boolean {
  const [shorter, longer] = [wordsOf(a), wordsOf(b)].toSorted((one, other) => one.length - other.length)
  if (shorter === undefined || longer === undefined || shorter.length === 0) return false
  const text = longer.join('')
  return shorter.every((word) => text.includes(word))
}

const wordsOf = ({ description, sender, reference }: Texts): string[] => [
  ...new Set(
    fold(`${description} ${sender} ${reference}`)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1 && !commonWords.has(word)),
  ),
]
