/**
 * The cookie with the token that calls send back in a header. Pages' scripts read it, so that pages which many guests share
 * contain no token. The server compares the header with the visitor's session, never with this cookie.
 */
export const csrfCookie = 'toptan_csrf'

// Over https the name has a prefix, which other hosts cannot set.
const patterns = ['__Host-', ''].map((prefix) => new RegExp(`(?:^|;\\s*)${prefix}${csrfCookie}=([\\w-]+)`))

/** The token in a Cookie header or `document.cookie`; empty without one. */
export function csrfTokenIn(cookies: string): string {
  return patterns.map((pattern) => pattern.exec(cookies)?.[1]).find((token) => token !== undefined) ?? ''
}
