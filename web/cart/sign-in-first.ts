import { pages } from '#contract/pages.ts'

const wantedKey = 'toptan.wanted'

/** The sign-in page, with the way back. */
export function loginPath(next: string): string {
  return `${pages.login}?next=${encodeURIComponent(next)}`
}

/** Leaves for the sign-in page; a product's code is named there, since the visitor comes back to it. */
export function signInFirst(wantedCode?: string): void {
  try {
    if (wantedCode !== undefined) sessionStorage.setItem(wantedKey, wantedCode)
  } catch {
    // Storage may be closed to us: the page then says nothing of the product.
  }
  location.assign(loginPath(`${location.pathname}${location.search}`))
}

/** The code of the product that a guest wanted to add; read once. */
export function takeWantedCode(): string | null {
  try {
    const code = sessionStorage.getItem(wantedKey)
    sessionStorage.removeItem(wantedKey)
    return code
  } catch {
    return null
  }
}
