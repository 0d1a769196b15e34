import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Locale, locales } from '#contract/core/visitor.ts'
import type { Actor, CallContext, Choices, CookieOptions, GuestCart } from './context.ts'
import { wantsHtml } from './plain-page.ts'
import { guestCartToken, randomToken, seal, unseal } from './secrets.ts'
import { preferredLocale } from './words.ts'

/** What the account feature knows of a session cookie's value. */
export type KnownSession = { actor: Actor; choices: Choices; cartLineCount: number }

export type VisitOptions = {
  secret: string
  /** Cookies carry Secure and the __Host- prefix. */
  isSecure: boolean
  loadSession(cookie: string): Promise<KnownSession | null>
  /** Where guests have carts; lines of the one that a cookie's token names, null for none. */
  guestCarts?: { isOn(): boolean; countLines(token: string): Promise<number | null> }
}

export const sessionCookie = 'toptan_session'
/** Days by which a session's cookie outlives it: who comes back within them hears that the session has ended. */
const endedDays = 30
const guestCookie = 'toptan_guest'
const choicesCookie = 'toptan_choices'
const cookieRecord = 'toptan_cookies'
const cartCookie = 'toptan_cart'
const day = 24 * 3600
const year = 365 * day

/**
 * Reads who is visiting: the session's person, else a guest with the choices of a signed cookie. A visit that may not come
 * with its cookies leaves them as they are: `setsCookies` is false then.
 */
export async function readVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  options: VisitOptions,
  setsCookies = true,
): Promise<CallContext> {
  const cookie = (name: string) => request.cookies[cookieName(name, options)]
  const setCookie = setsCookies ? cookieSetter(reply, options) : () => {}
  const sessionValue = cookie(sessionCookie)
  const known = sessionValue === undefined ? null : await options.loadSession(sessionValue)
  const choices = {
    ...(known?.choices ?? guestChoices(unseal(options.secret, cookie(choicesCookie)))),
    ...(cookie(cookieRecord) === '1' ? { allowCookies: true as const } : {}),
  }
  const visitorId = known?.actor.sessionId.toString('hex') ?? guestId(cookie(guestCookie), setCookie)
  const guest = known === null ? await readGuestCart(cookie(cartCookie), visitorId, options) : null
  const visit: CallContext = {
    actor: known?.actor ?? null,
    hasSessionEnded: sessionValue !== undefined && known === null,
    choices,
    cartLineCount: known?.cartLineCount ?? guest?.lineCount ?? 0,
    guestCart: guest?.cart ?? null,
    locale: localeOf(request, choices),
    address: request.ip,
    requestId: request.id,
    log: request.log,
    idempotencyKey: headerText(request.headers['idempotency-key']),
    wantsHtml: wantsHtml(request),
    visitorId,
    setCookie,
    clearCookie: (name) => void reply.clearCookie(cookieName(name, options), { path: '/', secure: options.isSecure }),
    onShown: (tell) => tell(visit),
  }
  return visit
}

/** Keeps in the browser whose session it has; `days` as the session itself. */
export function keepSession(context: CallContext, session: string, days: number): void {
  context.setCookie(sessionCookie, session, { maxAge: (days + endedDays) * day })
}

/** Keeps a guest's choices in the browser. */
export function saveGuestChoices(context: CallContext, secret: string, choices: Choices): void {
  context.setCookie(choicesCookie, seal(secret, choices), { maxAge: year })
}

/** Keeps in the browser which cart is a guest's; `days` as the store keeps the cart itself. */
export function keepGuestCart(context: CallContext, { token }: GuestCart, days: number): void {
  context.setCookie(cartCookie, token, { maxAge: days * day })
}

/** The guest's cart is no more. */
export function forgetGuestCart(context: CallContext): void {
  context.clearCookie(cartCookie)
}

/** Keeps in the browser that the cookie notice was accepted. */
export function saveCookieRecord(context: CallContext): void {
  context.setCookie(cookieRecord, '1', { maxAge: year })
}

/** A cart that its cookie names, else the one that this browser would make. */
async function readGuestCart(
  token: string | undefined,
  visitorId: string,
  { guestCarts, secret }: VisitOptions,
): Promise<{ cart: GuestCart; lineCount: number } | null> {
  if (guestCarts?.isOn() !== true) return null
  const lineCount = isToken(token) ? await guestCarts.countLines(token) : null
  if (isToken(token) && lineCount !== null) return { cart: { token, isKept: true }, lineCount }
  return { cart: { token: guestCartToken(secret, visitorId), isKept: false }, lineCount: 0 }
}

function isToken(value: string | undefined): value is string {
  return value !== undefined && /^[\w-]{20,64}$/.test(value)
}

function cookieName(name: string, options: VisitOptions): string {
  return options.isSecure ? `__Host-${name}` : name
}

function cookieSetter(reply: FastifyReply, options: VisitOptions) {
  return (name: string, value: string, { maxAge, httpOnly = true }: CookieOptions = {}) => {
    reply.setCookie(cookieName(name, options), value, {
      path: '/',
      sameSite: 'lax',
      secure: options.isSecure,
      httpOnly,
      ...(maxAge === undefined ? {} : { maxAge }),
    })
  }
}

function guestId(known: string | undefined, setCookie: CallContext['setCookie']): string {
  if (isToken(known)) return known
  const id = randomToken(18)
  setCookie(guestCookie, id, { maxAge: year })
  return id
}

function guestChoices(value: unknown): Choices {
  return typeof value === 'object' && value !== null ? value : {}
}

/** The address's own language, a page's for its calls, the chosen one, else the best that the browser asks for (decision 012). */
function localeOf({ url, headers }: FastifyRequest, choices: Choices): Locale {
  const asked = headers['accept-language']
  const ofPage =
    headers['x-requested-with'] === 'XMLHttpRequest' ? locales.find((locale) => locale === asked) : undefined
  return localeOfPath(url) ?? ofPage ?? choices.locale ?? preferredLocale(asked)
}

function localeOfPath(url: string): Locale | undefined {
  const first = url.split('?')[0]?.split('/')[1]
  return locales.find((locale) => locale === first)
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
