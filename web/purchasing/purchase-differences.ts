import type { Purchase, PurchaseLine } from '#contract/shop/purchases.ts'

/** Whether a unit of a line costs something else than when the buyer sent it. */
export const hasNewPrice = ({ price, priceBefore }: PurchaseLine): boolean =>
  price !== undefined &&
  priceBefore !== undefined &&
  (price.value !== priceBefore.value || price.currency !== priceBefore.currency)

/** Lines that are to be ordered whose price or stock is no longer as the buyer saw it. */
export const changedLines = ({ lines }: Purchase): PurchaseLine[] =>
  lines.filter((line) => line.quantity > 0 && (hasNewPrice(line) || line.isShort || line.problem !== null))

/** Lines whose quantity an approver has changed. */
export const linesWithNewQuantity = ({ lines }: Purchase): PurchaseLine[] =>
  lines.filter(({ quantity, quantityBefore }) => quantity !== quantityBefore)

/** Whether a line cannot be ordered today. The request cannot be approved then. */
export const isBlocked = ({ lines }: Purchase): boolean =>
  lines.some(({ problem, quantity }) => problem !== null && quantity > 0)
