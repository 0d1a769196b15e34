import '@fastify/cookie'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type Locale, locales } from '#contract/core/visitor.ts'
import { preferredLocale } from './words.ts'

export type CookieOptions = { maxAge?: number; httpOnly?: boolean }

/** What every call knows of its request. Features extend it with the caller. */
export type RequestContext = {
  locale: Locale
  /** The client's IP address. */
  address: string
  /** What limits count: the IPv4 address, or the /64 of an IPv6 address. */
  network: string
  /** The origin at which the browser has the shop open, as the request says; not checked. */
  origin: string
  /** As the browser names itself, at most 300 characters; empty for programs. */
  userAgent: string
  requestId: string
  log: FastifyBaseLogger
  idempotencyKey: string | undefined
  /** The response is shown in a browser window: a page or the response to a form, not to a script's call. */
  wantsHtml: boolean
  /** The session, or the anonymous identity of a guest's browser. The CSRF token is bound to it. */
  visitorId: string
  /** The browser still sends the cookie of a session that has ended. */
  hasSessionEnded: boolean
  /** Sends a cookie with the response (also when the call runs while a page is rendered). */
  setCookie(name: string, value: string, options?: CookieOptions): void
  clearCookie(name: string): void
}

export type CookieSettings = {
  /** Cookies carry Secure and the __Host- prefix. */
  isSecure: boolean
  /** false: leaves the browser's cookies as they are. */
  setsCookies: boolean
}

/** Reads, sets and clears the cookies of a request, by their names without prefix. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, { isSecure, setsCookies }: CookieSettings) {
  const prefixed = (name: string) => (isSecure ? `__Host-${name}` : name)
  return {
    read: (name: string): string | undefined => request.cookies[prefixed(name)],
    set(name: string, value: string, { maxAge, httpOnly = true }: CookieOptions = {}): void {
      if (!setsCookies) return
      reply.setCookie(prefixed(name), value, {
        path: '/',
        sameSite: 'lax',
        secure: isSecure,
        httpOnly,
        ...(maxAge === undefined ? {} : { maxAge }),
      })
    },
    clear: (name: string): void => void reply.clearCookie(prefixed(name), { path: '/', secure: isSecure }),
  }
}

/**
 * The locale of a response: the prefix of the path, the page's locale for its calls, the visitor's choice, or the best
 * match for Accept-Language (decision 012).
 */
export function localeOf({ url, headers }: FastifyRequest, chosen: Locale | undefined): Locale {
  const accepted = headers['accept-language']
  const ofPage =
    headers['x-requested-with'] === 'XMLHttpRequest' ? locales.find((locale) => locale === accepted) : undefined
  return localeOfPath(url) ?? ofPage ?? chosen ?? preferredLocale(accepted)
}

function localeOfPath(url: string): Locale | undefined {
  const first = url.split('?')[0]?.split('/')[1]
  return locales.find((locale) => locale === first)
}

/** The first value of a request header. */
export function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
