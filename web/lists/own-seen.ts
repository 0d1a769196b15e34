import { seenMax } from '#contract/shop/product-strips.ts'

/** What a visitor without an account has looked at stays in its browser. */
const storeKey = 'seen'

/** The ids of the products, the latest first. */
export function ownSeen(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storeKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, seenMax) : []
  } catch {
    // Storage is off, or holds something else.
    return []
  }
}

export function saveOwnSeen(ids: readonly number[]): void {
  try {
    localStorage.setItem(storeKey, JSON.stringify(ids.slice(0, seenMax)))
  } catch {
    // Storage is off or full: nothing is remembered.
  }
}

/** The list with a product in front. */
export const withSeen = (ids: readonly number[], id: number) =>
  [id, ...ids.filter((other) => other !== id)].slice(0, seenMax)
