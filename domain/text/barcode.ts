const LENGTHS = new Set([8, 12, 13, 14])

/**
 * Whether a barcode is a number with a check digit (EAN-8, UPC-A, EAN-13, GTIN-14) whose check digit is wrong: every
 * second digit counts three times, the sum is a multiple of ten. Other barcodes have none and are never wrong.
 */
export function hasWrongCheckDigit(barcode: string): boolean {
  if (!/^\d+$/.test(barcode) || !LENGTHS.has(barcode.length)) return false
  let sum = 0
  for (let i = 0; i < barcode.length; i += 1) {
    const fromRight = barcode.length - 1 - i
    sum += Number(barcode[i]) * (fromRight % 2 === 1 ? 3 : 1)
  }
  return sum % 10 !== 0
}

/**
 * Whether a barcode is a trade item number (GTIN) as others may know it: EAN-8, UPC-A, EAN-13 or GTIN-14 with the right check
 * digit. The shop's own numbers are none.
 */
export function isTradeNumber(barcode: string): boolean {
  return /^\d+$/.test(barcode) && LENGTHS.has(barcode.length) && !hasWrongCheckDigit(barcode)
}
