import { cardLength, cvcLength, passesLuhn } from '#domain/payments/card.ts'
import { demoBins, type DemoBinName, demoCardNumber } from '#server/sandbox-bank/sandbox-bank.ts'

/** A card as the payment page sends it. */
export type TestCard = { ccno: string; ccv: string; expiry: string; holder: string }

let serial = 0

/**
 * A card of the sandbox bank that no other test uses: a number of its own that passes Luhn, and digits of its own as security
 * code. What happens to it is told by its last four digits (docs/payments.md).
 */
export function uniqueCard({ bin = 'arti', last4 = '0000' }: { bin?: DemoBinName; last4?: string } = {}): TestCard {
  serial += 1
  const start = demoBins[bin].bin
  const number = demoCardNumber(start, last4, serial % 10 ** (cardLength(start) - 11))
  // Neither a status of an answer nor a row's number, so that a search finds nothing else.
  const code = (6011 + ((serial * 7919) % 3980)).toString().slice(0, cvcLength(start))
  return { ccno: number, ccv: code, expiry: '12/39', holder: 'DENEME KARTI' }
}

const starts = Object.values(demoBins).map(({ bin }) => bin)
/** A demo card's digits, with at most one mark between two of them. */
const shape = new RegExp(
  `(?:${starts.map((start) => start.split('').join('[ +-]?')).join('|')})(?:[ +-]?\\d){9,10}`,
  'g',
)

/** Every whole number of a demo card in a text: there must be none in what is kept. */
export function findCardNumbers(text: string): string[] {
  return [...text.matchAll(shape)]
    .map(([found]) => found.replaceAll(/\D/g, ''))
    .flatMap((digits) => [digits, digits.slice(0, -1)])
    .filter((digits) => digits.length === cardLength(digits) && passesLuhn(digits))
}

/** Whether a text names a security code under one of its names. */
export function namesSecurityCode(text: string, code: string): boolean {
  return new RegExp(`(?:cvc|cvv2?|cv2|ccv|cv2val)\\W{1,8}${code}(?!\\d)`, 'i').test(text)
}

/** Whether a security code stands in a text as a value of its own, within quotes or tags. */
export function holdsSecurityCode(text: string, code: string): boolean {
  return new RegExp(`["'>=]${code}["'<&]`).test(text) || namesSecurityCode(text, code)
}
