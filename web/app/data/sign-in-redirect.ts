import { pages } from '#contract/core/pages.ts'

const wantedKey = 'toptan.wanted'

/** The sign-in page, with the way back. */
export function loginPath(next: string): string {
  return `${pages.login}?next=${encodeURIComponent(next)}`
}

/** Leaves for the sign-in page; a product's code is named there, since the visitor comes back to it. */
export function redirectToSignIn(requestedCode?: string): void {
  const next = `${location.pathname}${location.search}`
  try {
    if (requestedCode !== undefined) sessionStorage.setItem(wantedKey, JSON.stringify([next, requestedCode]))
  } catch {
    // Storage may be closed to us: the page then says nothing of the product.
  }
  location.assign(loginPath(next))
}

/** The code of the product that a guest wanted to add on the page that signing in leads back to. */
export function requestedCode(next: string): string | null {
  try {
    const [page, code] = JSON.parse(sessionStorage.getItem(wantedKey) ?? '[]') as unknown[]
    return page === next && typeof code === 'string' ? code : null
  } catch {
    return null
  }
}
