/** Returns the check digit of twelve digits: weights 1 and 3 from the left, up to the next multiple of ten. */
function eanCheckDigit(twelve: string): number {
  let sum = 0
  for (let i = 0; i < twelve.length; i += 1) sum += Number(twelve[i]) * (i % 2 === 0 ? 1 : 3)
  return (10 - (sum % 10)) % 10
}

/** Returns an EAN-13 with the Turkish prefix 869, four digits for the brand and five for the item. */
export function eanBarcode(brand: number, item: number): string {
  const twelve = `869${String(brand).padStart(4, '0')}${String(item).padStart(5, '0')}`
  if (twelve.length !== 12) throw new RangeError(`No barcode is left for brand ${brand}.`)
  return `${twelve}${eanCheckDigit(twelve)}`
}
