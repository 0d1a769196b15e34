import type { CheckedRow } from '#contract/shop/order-pad.ts'
import { readSeen, type SeenProduct, writeSeen } from '#web/app/device/device-store.ts'
import type { PadRow } from './pad-rows.ts'

/** What was different when the user last saw the product: its price, or whether it was in stock. */
export type SeenChange = { price: { value: number; currency: string } | null; stock: 'gone' | 'returned' | null }

export type SeenProducts = ReturnType<typeof createSeenProducts>

const keyOf = (code: string) => code.trim()

/**
 * Remembers on this device what the user has seen of products on the pad, and compares it with what the server says now: prices
 * and stock may change between a scan and the order. Nothing is remembered for guests.
 */
export function createSeenProducts(userId: number | null) {
  let before = new Map<string, SeenProduct>()
  const latest = new Map<string, SeenProduct>()
  // Storage may be blocked: then changes are noticed while the page is open.
  const ready = userId === null ? Promise.resolve() : readSeen(userId).then(load, () => {})

  function load(products: readonly SeenProduct[]): void {
    before = new Map(products.map((product) => [product.code, product]))
  }

  function compare(then: SeenProduct | undefined, now: SeenProduct): SeenChange | null {
    // Prices of other quantities and units are no changes.
    if (then === undefined || then.unit !== now.unit || then.quantity !== now.quantity) return null
    const isOtherPrice =
      then.price !== null &&
      now.price !== null &&
      then.price.currency === now.price.currency &&
      then.price.value !== now.price.value
    const isOtherStock =
      then.isOutOfStock !== null && now.isOutOfStock !== null && then.isOutOfStock !== now.isOutOfStock
    if (!isOtherPrice && !isOtherStock) return null
    const stock = now.isOutOfStock === true ? 'gone' : 'returned'
    return { price: isOtherPrice ? then.price : null, stock: isOtherStock ? stock : null }
  }

  return {
    ready,
    /** Compares checked rows with what was seen, and stores them as seen. Null for each row without a change. */
    changesOf(rows: readonly { row: PadRow; checked: CheckedRow }[]): (SeenChange | null)[] {
      const changed: SeenProduct[] = []
      const changes = rows.map(({ row, checked }) => {
        const code = keyOf(row.code)
        if (checked.productId === undefined || checked.unit === undefined) return null
        const { name = '', unit, quantity, price = null, stock, error } = checked
        const isPriced = error?.code !== 'price_unknown'
        const now: SeenProduct = {
          userId: userId ?? 0,
          code,
          name,
          unit,
          quantity,
          price: isPriced ? price : null,
          isOutOfStock: stock?.isOutOfStock ?? null,
        }
        const change = compare(before.get(code), now)
        // Until the user has accepted a change, it is compared with what it has seen before that.
        if (change === null) before.set(code, now)
        if (JSON.stringify(latest.get(code)) !== JSON.stringify(now)) changed.push(now)
        latest.set(code, now)
        return change
      })
      if (userId !== null && changed.length > 0) {
        // An unaccepted change is shown again after a restart.
        const seen = changed.map((now) => before.get(now.code) ?? now)
        void writeSeen(seen).catch(() => {})
      }
      return changes
    },
    /** The user has read the changes. */
    accept(): void {
      before = new Map([...before, ...latest])
      if (userId !== null) void writeSeen([...latest.values()]).catch(() => {})
    },
  }
}
