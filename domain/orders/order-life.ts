/**
 * The states of an order. An order that needs no approval starts as `received`. `rejected` is an order that the store did
 * not approve; it counts as cancelled.
 */
export const orderStates = [
  'received',
  'awaiting_approval',
  'confirmed',
  'picking',
  'partly_shipped',
  'shipped',
  'delivered',
  'closed',
  'rejected',
  'cancelled',
] as const
export type OrderState = (typeof orderStates)[number]

/**
 * The only table of allowed moves. An order that is being picked is not cancelled: the picking ends first. Withdrawing a
 * shipment or a delivery leads back.
 */
const moves: Record<OrderState, readonly OrderState[]> = {
  received: ['confirmed', 'cancelled'],
  awaiting_approval: ['confirmed', 'rejected', 'cancelled'],
  confirmed: ['picking', 'partly_shipped', 'shipped', 'cancelled'],
  picking: ['confirmed', 'partly_shipped', 'shipped'],
  partly_shipped: ['picking', 'shipped', 'confirmed'],
  shipped: ['delivered', 'closed', 'partly_shipped', 'confirmed'],
  delivered: ['closed', 'shipped'],
  closed: [],
  rejected: [],
  cancelled: [],
}

export const canMoveOrder = (from: OrderState, to: OrderState): boolean => moves[from].includes(to)

/** The states that allow a move to this one. */
export const orderStatesBefore = (to: OrderState): OrderState[] => orderStates.filter((from) => canMoveOrder(from, to))

/**
 * The states that staff may choose, in the order in which they are offered. The others follow from what is picked,
 * shipped and cancelled.
 */
const chosen: Partial<Record<OrderState, readonly OrderState[]>> = {
  received: ['confirmed'],
  awaiting_approval: ['confirmed', 'rejected'],
  shipped: ['delivered', 'closed'],
  delivered: ['closed', 'shipped'],
}

export const chosenStates = (from: OrderState): readonly OrderState[] => chosen[from] ?? []

/** The states that programs may choose, by the same rules as staff. */
export const programStates = ['confirmed', 'rejected', 'delivered', 'closed'] as const satisfies readonly OrderState[]
export type ProgramState = (typeof programStates)[number]

/** States in which lines may change: nothing has been picked yet. */
export const changeableStates: readonly OrderState[] = ['received', 'awaiting_approval', 'confirmed']

/** States in which goods are shipped, and in which picking starts. What is being picked is counted first. */
export const shippableStates: readonly OrderState[] = ['confirmed', 'partly_shipped']

/** States in which the dealer cancels without asking: the store has not accepted the order yet. */
export const dealerCancelStates: readonly OrderState[] = ['received', 'awaiting_approval']

/**
 * What became of a line, in the unit that was ordered. `backOrdered` waits for stock. `confirmed` is 0 before the order
 * is confirmed, and afterwards all that is neither cancelled nor back-ordered.
 */
export type LineQuantities = {
  quantity: number
  confirmed: number
  shipped: number
  cancelled: number
  backOrdered: number
  returned: number
}

/** What can be shipped: neither shipped, cancelled nor waiting for stock. */
export const openQuantity = ({ quantity, shipped, cancelled, backOrdered }: LineQuantities): number =>
  quantity - shipped - cancelled - backOrdered

/** What the dealer gets and pays. */
export const activeQuantity = ({ quantity, cancelled }: Pick<LineQuantities, 'quantity' | 'cancelled'>): number =>
  quantity - cancelled

/** The state that the lines of a confirmed order lead to; `null` if nothing of it is left. */
export function stateOfLines(lines: readonly LineQuantities[]): 'confirmed' | 'partly_shipped' | 'shipped' | null {
  const shipped = lines.some((line) => line.shipped > 0)
  const isWaiting = lines.some((line) => line.quantity > line.shipped + line.cancelled)
  if (!shipped) return isWaiting ? 'confirmed' : null
  return isWaiting ? 'partly_shipped' : 'shipped'
}
