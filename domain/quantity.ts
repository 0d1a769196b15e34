/** Quantities in the cart are whole numbers from 1 to 1,000,000 (decisions, "Cart, stock, orders"). */
export const quantityMax = 1_000_000

/** A typed value of the list page: not a number or zero becomes 1 (catalogue, section 5). */
export function typedListQuantity(text: string): number {
  const value = Number.parseInt(text.trim(), 10)
  return Number.isNaN(value) || value <= 0 ? 1 : Math.min(value, quantityMax)
}

/** A typed value of a cart line: not a number or zero keeps the current quantity. */
export function typedCartQuantity(text: string, current: number): number {
  const value = Number.parseInt(text.trim(), 10)
  return Number.isNaN(value) || value <= 0 ? current : Math.min(value, quantityMax)
}

/** Whether a typed text was taken as another quantity than it says: '0' as 1, '1.000' as 1, '2000000' as 1000000. */
export function isCorrected(text: string, quantity: number): boolean {
  return text.trim().replace(/^\+?0*(?=\d)/, '') !== String(quantity)
}

/** List page: decrease only while above 1. */
export function decreased(quantity: number): number {
  return quantity > 1 ? quantity - 1 : quantity
}

/**
 * List page: increase only while stock suffices. `limit`: units that stock still covers; undefined where stock control is
 * on, or stock is not known here.
 */
export function increased(quantity: number, limit: number | undefined): number {
  return quantity < Math.min(limit ?? quantityMax, quantityMax) ? quantity + 1 : quantity
}

/**
 * A typed value of the product page: accepted when greater than 0 and at most `max` (100 unless the store says otherwise);
 * not a number or 0 becomes 1; anything else leaves the current amount (catalogue, section 5).
 */
export function typedDetailAmount(text: string, current: number, max: number): number {
  const value = Number(text.trim())
  if (text.trim() === '' || Number.isNaN(value) || value === 0) return 1
  return Number.isInteger(value) && value > 0 && value <= max ? value : current
}

/** Product page: increase by 1 up to `max`. */
export function increasedDetailAmount(current: number, max: number): number {
  return current < max ? current + 1 : current
}
