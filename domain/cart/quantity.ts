/** Quantities in the cart are whole numbers from 1 to 1,000,000 (decisions, "Cart, stock, orders"). */
export const quantityMax = 1_000_000

/** A quantity typed on the list page: anything but a positive whole number becomes 1 (catalogue, section 5). */
export function typedListQuantity(text: string): number {
  return wholeQuantity(text) ?? 1
}

/** A quantity typed in a cart line: anything but a positive whole number keeps the current quantity. */
export function typedCartQuantity(text: string, current: number): number {
  return wholeQuantity(text) ?? current
}

/** Whether the typed text was read as a different quantity: '0' as 1, '-4' as 1, '2000000' as 1000000. */
export function isCorrected(text: string, quantity: number): boolean {
  return plainDigits(text) !== String(quantity)
}

/** The positive whole number in a text, at most `quantityMax`. */
function wholeQuantity(text: string): number | undefined {
  const digits = plainDigits(text)
  return /^[1-9]\d*$/.test(digits) ? Math.min(Number(digits), quantityMax) : undefined
}

/**
 * Removes what does not change the number: surrounding spaces, a plus sign, leading zeros, and grouping dots
 * ('1.000.000').
 */
function plainDigits(text: string): string {
  const bare = text.trim().replace(/^\+/, '')
  const digits = /^[1-9]\d{0,2}(\.\d{3})+$/.test(bare) ? bare.replaceAll('.', '') : bare
  return digits.replace(/^0+(?=\d)/, '')
}

/** List page: decreases only above 1. */
export function decreased(quantity: number): number {
  return quantity > 1 ? quantity - 1 : quantity
}

/**
 * List page: increases only while stock covers it. `limit`: units that stock covers; undefined when stock control is on
 * or stock is unknown here.
 */
export function increased(quantity: number, limit: number | undefined): number {
  return quantity < Math.min(limit ?? quantityMax, quantityMax) ? quantity + 1 : quantity
}

/** The quantities that rules allow: `least`, then more by `step`, up to `most`. */
export type AllowedSteps = { least: number; step: number; most: number }

/**
 * Where − or + of a list or the cart leads: to the next quantity that rules allow, below or above. The quantity stays where
 * there is none, and where stock does not cover more (`limit`, as for `increased`).
 */
export function steppedQuantity(
  quantity: number,
  by: 1 | -1,
  { limit, allowed }: { limit?: number | undefined; allowed?: AllowedSteps | null | undefined },
): number {
  if (allowed == null) return by === 1 ? increased(quantity, limit) : decreased(quantity)
  const { least, step, most } = allowed
  const place = (quantity - least) / step
  const next = least + step * Math.max(0, by === 1 ? Math.floor(place) + 1 : Math.ceil(place) - 1)
  if (by === -1) return next < quantity ? Math.min(next, most) : quantity
  return next <= Math.min(limit ?? quantityMax, most) ? next : quantity
}

/**
 * A quantity typed on the product page: accepted when greater than 0 and at most `max` (100 unless the store sets
 * another maximum); not a number or 0 becomes 1; anything else keeps the current amount (catalogue, section 5).
 */
export function typedDetailAmount(text: string, current: number, max: number): number {
  const value = Number(plainDigits(text))
  if (text.trim() === '' || Number.isNaN(value) || value === 0) return 1
  return Number.isInteger(value) && value > 0 && value <= max ? value : current
}

/** Product page: increases by 1 up to `max`. */
export function increasedDetailAmount(current: number, max: number): number {
  return current < max ? current + 1 : current
}

/**
 * A quantity typed in a cell of the variant grid: null for an empty one or 0, undefined for anything but a whole number from 1 to
 * 1,000,000.
 */
export function typedCellQuantity(text: string): number | null | undefined {
  const digits = plainDigits(text)
  if (digits === '' || digits === '0') return null
  return /^[1-9]\d{0,6}$/.test(digits) && Number(digits) <= quantityMax ? Number(digits) : undefined
}
