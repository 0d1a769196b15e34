const LENGTHS = new Set([8, 12, 13, 14])

/**
 * Whether a barcode of a type with a check digit (EAN-8, UPC-A, EAN-13, GTIN-14) has a wrong one. Every second digit
 * counts three times, and the sum is a multiple of ten. Other barcodes have no check digit.
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
 * Whether a barcode is a valid trade item number (GTIN) outside of this shop: EAN-8, UPC-A, EAN-13 or GTIN-14. In-store
 * numbers are not.
 */
export function isTradeNumber(barcode: string): boolean {
  return /^\d+$/.test(barcode) && LENGTHS.has(barcode.length) && !hasWrongCheckDigit(barcode)
}
