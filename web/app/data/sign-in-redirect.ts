import { pages } from '#contract/core/pages.ts'

const wantedKey = 'toptan.wanted'

/** Path of the sign-in page that returns to `next`. */
export function loginPath(next: string): string {
  return `${pages.login}?next=${encodeURIComponent(next)}`
}

/** Opens the sign-in page. It shows the product's code, if given, since the visitor returns to that product. */
export function redirectToSignIn(requestedCode?: string): void {
  const next = `${location.pathname}${location.search}`
  try {
    if (requestedCode !== undefined) sessionStorage.setItem(wantedKey, JSON.stringify([next, requestedCode]))
  } catch {
    // Storage may be blocked: the page then does not show the product.
  }
  location.assign(loginPath(next))
}

/** Code of the product that a guest tried to add on the page that sign-in returns to. */
export function requestedCode(next: string): string | null {
  try {
    const [page, code] = JSON.parse(sessionStorage.getItem(wantedKey) ?? '[]') as unknown[]
    return page === next && typeof code === 'string' ? code : null
  } catch {
    return null
  }
}
