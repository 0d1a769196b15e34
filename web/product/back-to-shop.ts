import { useSyncExternalStore } from 'react'
import { pages } from '#contract/core/pages.ts'

const key = 'toptan.last-list'

/** Remembers the list that the visitor sees, for the way back from cart and product (decisions, "Pages": backToShop). */
export function rememberList(address: string): void {
  try {
    sessionStorage.setItem(key, address)
  } catch {
    // Storage may be closed to us: the way back then leads home.
  }
}

/** The last list the visitor saw, else the home page. In the browser only. */
export function backToShop(): string {
  try {
    return sessionStorage.getItem(key) ?? pages.home
  } catch {
    return pages.home
  }
}

const subscribe = () => () => {}

/** The last list that the visitor opened; the home page on the server and until hydration. */
export function useBackToShop(): string {
  return useSyncExternalStore(subscribe, backToShop, () => pages.home)
}
