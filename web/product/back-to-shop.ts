import { useSyncExternalStore } from 'react'
import { pages } from '#contract/core/pages.ts'

const key = 'toptan.last-list'

/** Remembers the current list for the links back to it from cart and product (decisions, "Pages": backToShop). */
export function rememberList(address: string): void {
  try {
    sessionStorage.setItem(key, address)
  } catch {
    // Storage may be blocked: the link then leads to the home page.
  }
}

/** The last list that the visitor opened, else the home page. In the browser only. */
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
