import { isIban } from '#domain/money/iban.ts'
import { isTradeNumber } from '#domain/text/barcode.ts'
import { passesLuhn } from './luhn.ts'

/**
 * Prefixes of card schemes with the lengths of their numbers. Shorter numbers are not checked: bar codes and timestamps
 * in milliseconds have 13 digits, trade units 14. Device numbers (IMEI, 15 digits) start with 35 or 86, SIM cards with
 * 89, and pallets (SSCC, 18 digits) of Turkish companies have 868 or 869 after their first digit.
 */
const schemes: readonly (readonly [prefix: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [16, 19]], // Visa
  [/^(?:5[1-5]|22(?:2[1-9]|[3-9])|2[3-6]|27(?:[01]|20))/, [16]], // Mastercard
  [/^3[47]/, [15]], // American Express
  [/^9792/, [16]], // Troy
  [/^(?:35(?:2[89]|[3-8])|5(?:[07]|893)|6[023457])/, [16, 17, 18, 19]], // JCB, Maestro, UnionPay, Discover, Troy
]

/** What may separate groups of digits, URL-encoded or not; also invisible characters of pasted text. */
const separator = '(?:[ \\t+.\\-_/\\u00a0\\u2007-\\u200d\\u2010-\\u2014\\u202f\\u2060\\ufeff]|%20|%2B|%C2%A0){1,3}'
/** A Turkish IBAN, or groups of digits. */
const stretches = new RegExp(`TR\\d{2}(?:(?:${separator})?\\d){22}(?!\\d)|\\d+(?:${separator}\\d+)*`, 'gi')
const separators = new RegExp(separator, 'gi')

/** After a card number: its date and security code. Amounts are kept. */
const afterNumber =
  /((\d)\d{5}\*{5,9}\d{4}(?:[\s,;:|/.()-]|skt|exp(?:iry)?|(?:0?[1-9]|1[0-2]) ?[/.-] ?(?:20)?\d\d(?!\d))*)(?<!\d)(\d{3,4})(?!\d|[.,]\d|\s*(?:TL|TRY|USD|EUR|adet|[₺€$]))/gi
const codeName =
  '(?:cvc2?|cvv2?|cv2|ccv|csc|g[uü]venlik\\s+(?:kodu?|no|numaras[ıi])|(?:card\\s+)?security\\s+(?:code|number))'
const namedCode = new RegExp(
  `((?<![\\p{L}\\d])${codeName}(?:['’\\s]*(?:no|numaras[ıi]|kodu?|code|number|is|[iıuü]m?|si|su))?[\\s:=#.,()"'*>-]{0,5})(?<!\\d)\\d{3,4}(?!\\d|[.,x]\\d)`,
  'giu',
)
const codeBeforeName = new RegExp(`(?<![\\d.,*])\\d{3,4}(?=\\s*\\(?${codeName}(?![\\p{L}\\d]))`, 'giu')

/**
 * Replaces card numbers in a text by their first six and last four digits (PCI DSS 3.4.1), and security codes that
 * follow a number or are named by asterisks (PCI DSS 3.3.1). A card number has the prefix and length of a scheme and a
 * valid check digit, and is typed in one piece or in groups as cards show them. IBANs, bar codes, phone and tax numbers
 * stay readable; the text never becomes longer. One in ten other numbers of such a prefix and length is valid by chance and is masked as well.
 */
export function maskCards(text: string): string {
  if (!/\d{3}|\d[^a-z]\d/i.test(text)) return text
  return text
    .replace(stretches, maskStretch)
    .replace(afterNumber, (whole, before: string, first: string, code: string) =>
      code.length === (first === '3' ? 4 : 3) ? `${before}***` : whole,
    )
    .replace(namedCode, '$1***')
    .replace(codeBeforeName, '***')
}

/** Whether `maskCards` finds a card number or a security code in the text. */
export function hasCardData(text: string): boolean {
  return maskCards(text) !== text
}

type Group = { at: number; digits: string }

function maskStretch(stretch: string): string {
  if (isIban(stretch.replace(separators, ''))) return stretch
  const groups = groupsOf(stretch)
  let clean = ''
  let copied = 0
  for (let first = 0; first < groups.length; first += 1) {
    const count = cardGroupsAt(groups, first, stretch)
    if (count === 0) continue
    const number = joined(groups.slice(first, first + count))
    const last = groups[first + count - 1]
    clean += stretch.slice(copied, groups[first]?.at) + masked(number)
    copied = (last?.at ?? 0) + (last?.digits.length ?? 0)
    first += count - 1
  }
  return clean + stretch.slice(copied)
}

function groupsOf(stretch: string): Group[] {
  // The digits of encoded separators (%20, %2B) are blanked out, so that positions stay.
  const plain = stretch.replace(separators, (found) => ' '.repeat(found.length))
  return [...plain.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ at: index, digits }))
}

const masked = (number: string) => number.slice(0, 6) + '*'.repeat(number.length - 10) + number.slice(-4)
const joined = (groups: readonly Group[]) => groups.map(({ digits }) => digits).join('')

/** How many groups from `first` on are one card number; 0 = none. */
function cardGroupsAt(groups: readonly Group[], first: number, stretch: string): number {
  const most = Math.min(groups.length - first, 19)
  let number = ''
  for (let count = 1; count <= most; count += 1) {
    number += groups[first + count - 1]?.digits ?? ''
    if (number.length > 19) return 0
    // Few numbers are cards: a text of a million digits is read in a fraction of a second.
    if (number.length < 15 || !isCard(number)) continue
    if (isTypedAsCard(groups.slice(first, first + count), groups, stretch)) return count
  }
  return 0
}

/**
 * Whether the groups are those of a card number: one piece; four to eight digits each, the last one any; or all digits of
 * the stretch one by one, in pairs or in threes. Phone numbers, and quantities after a bar code, have other groups.
 */
function isTypedAsCard(parts: readonly Group[], groups: readonly Group[], stretch: string): boolean {
  const sizes = parts.map(({ digits }) => digits.length)
  const [size = 0] = sizes
  const last = sizes.at(-1) ?? 0
  if (sizes.length === 1) return !isFraction(parts[0], stretch)
  if (parts.some(({ digits }) => isTradeNumber(digits))) return false
  const others = sizes.slice(0, -1)
  if (size < 4) return parts.length === groups.length && last <= size && others.every((each) => each === size)
  return [4, 6, 8].includes(size) && last <= 8 && others.every((each) => each >= 4 && each <= 8)
}

/** The digits of a number such as 1.6250643276504304 or 4355084355084358.5. */
function isFraction(group: Group | undefined, stretch: string): boolean {
  if (group === undefined) return false
  const before = stretch.slice(0, group.at)
  return /(?:^|[^\d.])\d{1,3}\.$/.test(before) || /^\.\d{1,3}$/.test(stretch.slice(group.at + group.digits.length))
}

function isCard(number: string): boolean {
  return (
    schemes.some(([prefix, lengths]) => lengths.includes(number.length) && prefix.test(number)) && passesLuhn(number)
  )
}
