/**
 * The TRY prices of one price list by slot; 0 = price on request. A list that has few products takes memory for these only:
 * a shop may have hundreds of such lists.
 */
export type ListPrices = { few: Map<number, number> | null; all: Float64Array }

/** With more prices than this part of the slots, an array takes less memory than a map. */
const fewPart = 1 / 16
const none = new Float64Array(0)

export function createListPrices(): ListPrices {
  return { few: new Map(), all: none }
}

/** NaN = the list has no price of its own. */
export function priceIn({ few, all }: ListPrices, slot: number): number {
  return few === null ? all[slot]! : (few.get(slot) ?? Number.NaN)
}

/** NaN removes the price. `capacity` is the number of slots that columns have room for. */
export function setPriceIn(list: ListPrices, slot: number, price: number, capacity: number): void {
  const { few } = list
  if (few === null) {
    list.all[slot] = price
    return
  }
  if (Number.isNaN(price)) few.delete(slot)
  else few.set(slot, price)
  if (few.size > capacity * fewPart) spread(list, few, capacity)
}

function spread(list: ListPrices, few: ReadonlyMap<number, number>, capacity: number): void {
  list.all = new Float64Array(capacity).fill(Number.NaN)
  list.few = null
  for (const [slot, price] of few) list.all[slot] = price
}

/** Makes room for more slots. */
export function growListPrices(list: ListPrices, capacity: number): void {
  if (list.few !== null) return
  const larger = new Float64Array(capacity).fill(Number.NaN)
  larger.set(list.all)
  list.all = larger
}
