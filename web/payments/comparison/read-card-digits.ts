import { maxCardDigits } from '#contract/shop/payment-comparison.ts'

export type DigitProblem = 'letters' | 'tooLong'

/**
 * What is kept of the typed or pasted first digits of a card. Spaces and dashes do not count. Of more digits than needed
 * nothing is kept: it may be a whole card number.
 */
export function readCardDigits(text: string): { kept: string; problem: DigitProblem | null } {
  const digits = text.replaceAll(/[\s-]/g, '')
  if (digits.replaceAll(/\D/g, '').length > maxCardDigits) return { kept: '', problem: 'tooLong' }
  if (!/^\d*$/.test(digits)) return { kept: text.slice(0, 20), problem: 'letters' }
  return { kept: digits, problem: null }
}
