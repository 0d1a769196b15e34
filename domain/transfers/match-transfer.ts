import { decimal } from '#domain/money/money.ts'
import { daysBetween, type Day } from '#domain/text/calendar-day.ts'
import { fold } from '#domain/text/text.ts'
import type { BankLine } from './bank-line.ts'
import { nameShare, nameWords } from './company-name.ts'

/** Why a line is suggested for a dealer, the strongest first. */
export const matchReasons = [
  'notice',
  'iban',
  'taxNumber',
  'order',
  'document',
  'dealerCode',
  'name',
  'nameInPart',
  'amountOfDebt',
  'amountOfDebts',
] as const
export type MatchReason = (typeof matchReasons)[number]

const weights: Record<MatchReason, number> = {
  notice: 60,
  iban: 50,
  taxNumber: 45,
  order: 40,
  document: 40,
  dealerCode: 40,
  name: 30,
  nameInPart: 20,
  amountOfDebt: 20,
  amountOfDebts: 15,
}

/** One of these says for certain whose money it is, unless another dealer has one too. */
const strong: ReadonlySet<MatchReason> = new Set(['notice', 'iban', 'taxNumber', 'order', 'document', 'dealerCode'])

/** Days between a notice's day and the bank's: transfers at night and on weekends arrive later. */
const noticeDays = { before: 3, after: 10 }

export type MatchNotice = { id: number; amount: string; day: Day; sender: string; debts: readonly number[] }
/** `unpaid` in lira. Oldest due first. */
export type MatchDebt = { id: number; documentNo: string; unpaid: string }

/** What is known of a dealer that a line may belong to. */
export type MatchDealer = {
  id: number
  code: string
  /** Of its name: `nameWords`. */
  words: readonly string[]
  taxNumber: string
  /** Senders of earlier lines, without spaces. */
  ibans: readonly string[]
  /** Waiting ones. */
  notices: readonly MatchNotice[]
  debts: readonly MatchDebt[]
  orderNumbers: readonly string[]
}

export type Suggestion = {
  dealerId: number
  noticeId: number | null
  /** What it pays; empty: the oldest due. */
  debts: number[]
  reasons: MatchReason[]
  score: number
  /** Certain enough to be booked without further checks. */
  isStrong: boolean
}

const suggestionsMax = 3
const scoreMin = 20

/** The dealers that an incoming line may be from, best first. */
export function suggestDealers(line: BankLine, dealers: readonly MatchDealer[]): Suggestion[] {
  const words = wordsOf(line)
  const found = dealers
    .map((dealer) => suggest(line, words, dealer))
    .filter(({ score }) => score >= scoreMin)
    .toSorted((a, b) => b.score - a.score || a.dealerId - b.dealerId)
    .slice(0, suggestionsMax)
  const isCertain = found.filter(({ reasons }) => reasons.some((reason) => strong.has(reason))).length === 1
  return found.map((suggestion, index) => ({
    ...suggestion,
    isStrong: index === 0 && isCertain && suggestion.reasons.some((reason) => strong.has(reason)),
  }))
}

type LineWords = { codes: ReadonlySet<string>; names: ReadonlySet<string> }

/** The line's words as codes are written, and as names are compared. */
function wordsOf({ description, sender, reference }: BankLine): LineWords {
  return {
    codes: new Set(codesIn([description, sender, reference].join(' '))),
    names: new Set(nameWords(`${sender} ${description}`)),
  }
}

/** Words that may be codes and numbers, folded: of letters, digits, dots, dashes and slashes. */
export const codesIn = (text: string): string[] => [
  ...new Set(
    fold(text)
      .split(/[^\p{L}\p{N}.\-/]+/u)
      .flatMap((word) => [word, word.replaceAll(/^[.\-/]+|[.\-/]+$/g, '')])
      .filter((word) => /\d/.test(word) && word.length >= 3),
  ),
]

function suggest(line: BankLine, words: LineWords, dealer: MatchDealer): Suggestion {
  const notice = findNotice(line, dealer.notices)
  const documents = dealer.debts.filter(({ documentNo }) => isNamed(words, documentNo))
  const byAmount = debtsOfAmount(line.amount, dealer.debts)
  const share = nameShare(dealer.words, words.names)
  const holds: Record<MatchReason, boolean> = {
    notice: notice !== undefined,
    iban: line.senderIban !== '' && dealer.ibans.includes(line.senderIban),
    taxNumber: /^\d{10,11}$/.test(dealer.taxNumber) && isNamed(words, dealer.taxNumber),
    order: dealer.orderNumbers.some((number) => isNamed(words, number)),
    document: documents.length > 0,
    dealerCode: isNamed(words, dealer.code),
    name: share === 1,
    nameInPart: share >= 0.5 && share < 1,
    amountOfDebt: byAmount.length === 1,
    amountOfDebts: byAmount.length > 1,
  }
  const reasons = matchReasons.filter((reason) => holds[reason])
  return {
    dealerId: dealer.id,
    noticeId: notice?.id ?? null,
    debts: chooseDebts(dealer, notice, documents, byAmount),
    reasons,
    score: reasons.reduce((sum, reason) => sum + weights[reason], 0),
    isStrong: false,
  }
}

const isNamed = ({ codes }: LineWords, code: string): boolean => code.length >= 3 && codes.has(fold(code))

/** The notice of this amount whose day is nearest. */
function findNotice({ amount, day }: BankLine, notices: readonly MatchNotice[]): MatchNotice | undefined {
  const distance = (notice: MatchNotice) => Math.abs(daysBetween(notice.day, day))
  return notices
    .filter((notice) => {
      const late = daysBetween(notice.day, day)
      return decimal(notice.amount).equals(amount) && late >= -noticeDays.before && late <= noticeDays.after
    })
    .toSorted((a, b) => distance(a) - distance(b) || a.id - b.id)[0]
}

/** The debt with this amount, otherwise the oldest ones that add up to it. */
function debtsOfAmount(amount: string, debts: readonly MatchDebt[]): number[] {
  const single = debts.find(({ unpaid }) => decimal(unpaid).equals(amount))
  if (single !== undefined) return [single.id]
  let sum = decimal(0)
  for (const [index, { unpaid }] of debts.entries()) {
    sum = sum.plus(unpaid)
    if (sum.equals(amount)) return debts.slice(0, index + 1).map(({ id }) => id)
    if (sum.greaterThan(amount)) break
  }
  return []
}

/** What the dealer has named goes before what the text names, and that before equal amounts. Only what is still open. */
function chooseDebts(
  { debts }: MatchDealer,
  notice: MatchNotice | undefined,
  documents: readonly MatchDebt[],
  byAmount: readonly number[],
): number[] {
  const named = debts.map(({ id }) => id).filter((id) => notice?.debts.includes(id) === true)
  if (named.length > 0) return named
  return documents.length > 0 ? documents.map(({ id }) => id) : [...byAmount]
}
