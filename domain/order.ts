/** Note of an order whose note field was left empty (catalogue, section 5). */
export const emptyNote = 'Sipariş notu yok'

export function orderNote(text: string | undefined): string {
  const note = text?.trim() ?? ''
  return note === '' ? emptyNote : note
}

/** `S` + year + six digits, rising (decisions, "Cart, stock, orders"). */
export function orderNumber(year: number, sequence: number): string {
  return `S${year}${String(sequence).padStart(6, '0')}`
}
