/** Reads a typed code into the stored form: upper case, without spaces. Null if no coupon can have this code. */
export function readCoupon(typed: string): string | null {
  // Codes are ASCII, so i, ı and İ all become I.
  const code = typed.replaceAll(/\s/g, '').replaceAll(/[ıİ]/g, 'I').toUpperCase()
  return /^[A-Z0-9-]{3,40}$/.test(code) ? code : null
}

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const randomLength = 10

/** A code that cannot be guessed: the prefix and 50 random bits. `random` returns a whole number from 0 up to, not including, its argument. */
export function makeCoupon(prefix: string, random: (below: number) => number): string {
  const letters = Array.from({ length: randomLength }, () => alphabet[random(alphabet.length)]).join('')
  return prefix === '' ? letters : `${prefix}-${letters}`
}
