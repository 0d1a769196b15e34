/** An exact number. The oracle shares no arithmetic with the program that it checks. The denominator is positive. */
export type Fraction = { top: bigint; bottom: bigint }

/** Reads a decimal such as `12.345` or `-3`. Throws for anything else. */
export function fraction(text: string | number): Fraction {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text))
  if (match === null) throw new Error(`not a plain decimal: ${text}`)
  const [, sign, whole, decimals = ''] = match
  const top = BigInt(`${whole}${decimals}`)
  return { top: sign === '-' ? -top : top, bottom: 10n ** BigInt(decimals.length) }
}

export const zero = fraction(0)

export function plus(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom }
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom }
}

/** Throws for a divisor that is not positive. */
export function over(a: Fraction, b: Fraction): Fraction {
  if (b.top <= 0n) throw new Error('the divisor must be positive')
  return { top: a.top * b.bottom, bottom: a.bottom * b.top }
}

/** What is left of an amount after a discount in percent. */
export function lessPercent(amount: Fraction, percent: string): Fraction {
  const { top, bottom } = fraction(percent)
  return times(amount, { top: 100n * bottom - top, bottom: 100n * bottom })
}

export function isLess(a: Fraction, b: Fraction): boolean {
  return a.top * b.bottom < b.top * a.bottom
}

/** Rounds to a number of decimals, halves away from zero. */
export function rounded(amount: Fraction, places: number): Fraction {
  const scale = 10n ** BigInt(places)
  const size = amount.top < 0n ? -amount.top : amount.top
  const digits = (2n * size * scale + amount.bottom) / (2n * amount.bottom)
  return { top: amount.top < 0n ? -digits : digits, bottom: scale }
}

/** A rounded fraction as text with exactly that many decimals: `12.50`. */
export function decimalText(amount: Fraction, places: number): string {
  const { top } = rounded(amount, places)
  const digits = String(top < 0n ? -top : top).padStart(places + 1, '0')
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return top < 0n ? `-${text}` : text
}
