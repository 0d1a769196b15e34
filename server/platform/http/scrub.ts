/**
 * Lengths to check, the most common ones first. Bar codes (EAN) and timestamps in milliseconds have 13 digits and are
 * not checked.
 */
const lengths = [16, 15, 19, 18, 17]
const minLength = 15

/** Digits without separators. */
const digitRuns = /(?<!\d)\d{15,19}(?!\d)/g

/** Digits with at most one space, dash, plus or dot between them, URL-encoded or not. */
const digitStretches = /\d(?:(?:[ \-+.]|%20|%2B|\u00a0)?\d){14,}/gi
/** Prefixes of Visa, Mastercard, American Express, Troy, Diners, JCB, UnionPay and Maestro. */
const cardPrefix = /^(?:[3-6]|2[2-7]|9792)/

/**
 * Replaces card numbers in a text by their first six and last four digits (PCI DSS 3.4.1). A card number has 15 to 19
 * digits, one of the known prefixes and a valid Luhn checksum, and consists of whole groups of digits with any
 * separators. One in ten other numbers of that length and prefix is valid by chance and is shortened as well; other
 * lengths stay readable.
 */
export function maskCards(text: string): string {
  return text.replace(digitRuns, (run) => (isCard(run) ? masked(run) : run)).replace(digitStretches, scrubStretch)
}

type Digit = { at: number; value: string; startsGroup: boolean; endsGroup: boolean }

function scrubStretch(stretch: string): string {
  const digits = digitsOf(stretch)
  let clean = ''
  let copied = 0
  for (let first = 0; first + minLength <= digits.length; first += 1) {
    const length = digits[first]?.startsGroup ? cardLengthAt(digits, first) : 0
    if (length === 0) continue
    const [from, until] = [digits[first]?.at ?? 0, (digits[first + length - 1]?.at ?? 0) + 1]
    clean += stretch.slice(copied, from) + masked(numberAt(digits, first, length))
    copied = until
    first += length - 1
  }
  return clean + stretch.slice(copied)
}

/** The digits of a stretch, without those of encoded separators (%20, %2B). */
function digitsOf(stretch: string): Digit[] {
  const marks = [...stretch.matchAll(/%20|%2B|\d/gi)].filter(([mark]) => mark.length === 1)
  return marks.map(({ 0: value, index }, i) => ({
    at: index,
    value,
    startsGroup: i === 0 || marks[i - 1]?.index !== index - 1,
    endsGroup: i === marks.length - 1 || marks[i + 1]?.index !== index + 1,
  }))
}

function numberAt(digits: readonly Digit[], first: number, length: number): string {
  return digits
    .slice(first, first + length)
    .map(({ value }) => value)
    .join('')
}

/** The length of the card number that starts at `first`; 0 = none. */
function cardLengthAt(digits: readonly Digit[], first: number): number {
  const isWhole = (length: number) => digits[first + length - 1]?.endsGroup === true
  return lengths.find((length) => isWhole(length) && isCard(numberAt(digits, first, length))) ?? 0
}

const masked = (number: string) => `${number.slice(0, 6)}******${number.slice(-4)}`

const isCard = (number: string) => cardPrefix.test(number) && passesLuhn(number)

function passesLuhn(number: string): boolean {
  const sum = number
    .split('')
    .toReversed()
    .reduce((sum, digit, i) => {
      const weighed = Number(digit) * (i % 2 === 0 ? 1 : 2)
      return sum + (weighed > 9 ? weighed - 9 : weighed)
    }, 0)
  return sum % 10 === 0
}
