import { cardLength, cvcLength } from '#domain/payments/card.ts'
import { passesLuhn } from '#domain/payments/luhn.ts'
import { demoBins, type DemoBinName, demoCardNumber } from '#server/sandbox-bank/sandbox-bank.ts'

/** A card as the payment page sends it. */
export type TestCard = { ccno: string; ccv: string; expiry: string; holder: string }

let serial = 0

/**
 * A card of the sandbox bank that no other test uses, with its own number, which passes Luhn, and its own security
 * code. Its last four digits select its behavior (docs/payments.md).
 */
export function uniqueCard({ bin = 'arti', last4 = '0000' }: { bin?: DemoBinName; last4?: string } = {}): TestCard {
  serial += 1
  const start = demoBins[bin].bin
  const number = demoCardNumber(start, last4, serial % 10 ** (cardLength(start) - 11))
  // Neither an HTTP status nor a row's number, so that a search finds nothing else.
  const code = (6011 + ((serial * 7919) % 3980)).toString().slice(0, cvcLength(start))
  return { ccno: number, ccv: code, expiry: '12/39', holder: 'DENEME KARTI' }
}

const starts = Object.values(demoBins).map(({ bin }) => bin)
/** A demo card's digits, with at most one separator between two of them. */
const shape = new RegExp(
  `(?:${starts.map((start) => start.split('').join('[ +-]?')).join('|')})(?:[ +-]?\\d){9,10}`,
  'g',
)

/** Every complete number of a demo card in a text. Stored data must contain none. */
export function findCardNumbers(text: string): string[] {
  return [...text.matchAll(shape)]
    .map(([found]) => found.replaceAll(/\D/g, ''))
    .flatMap((digits) => [digits, digits.slice(0, -1)])
    .filter((digits) => digits.length === cardLength(digits) && passesLuhn(digits))
}

/** Whether a text contains a security code after one of its field names. */
export function namesSecurityCode(text: string, code: string): boolean {
  return new RegExp(`(?:cvc|cvv2?|cv2|ccv|cv2val)\\W{1,8}${code}(?!\\d)`, 'i').test(text)
}

/** Whether a text contains a security code as a separate value, in quotes or tags. */
export function holdsSecurityCode(text: string, code: string): boolean {
  return new RegExp(`["'>=]${code}["'<&]`).test(text) || namesSecurityCode(text, code)
}
