import type { FastifyReply, FastifyRequest } from 'fastify'
import { wantsHtml } from '#server/platform/http/plain-page.ts'
import { clientAddress, networkOf } from '#server/platform/http/network.ts'
import { cookiesOf, headerText, localeOf } from '#server/platform/http/request-context.ts'
import { randomToken, seal, sign, unseal, type Secret } from '#server/platform/http/secrets.ts'
import { parseChoices } from './choices.ts'
import type { Actor, CallContext, Choices, GuestCart, Service } from './context.ts'

/** What the account feature returns for the value of a session cookie. */
export type LoadedSession = { actor: Actor; choices: Choices }

export type VisitOptions = {
  secret: Secret
  /** Cookies carry Secure and the __Host- prefix. */
  isSecure: boolean
  loadSession(cookie: string): Promise<LoadedSession | null>
  /** Set where guests have carts. `countLines` takes the token of a cart's cookie and returns null if there is no such cart. */
  guestCarts?: { isOn(): boolean; countLines(token: string): Promise<number | null> }
}

export const sessionCookie = 'toptan_session'
const guestCookie = 'toptan_guest'
const choicesCookie = 'toptan_choices'
const consentCookie = 'toptan_cookies'
const cartCookie = 'toptan_cart'
const deviceCookie = 'toptan_device'

const day = 24 * 3600 // seconds
const year = 365 * day
/** Days that the session cookie outlives its session, so that returning users learn that the session has ended. */
const endedDays = 30

/**
 * Reads the visitor of a request: the user of the session, or a guest with the choices of a signed cookie. With
 * `setsCookies` false the browser's cookies stay as they are, for requests that may come without them.
 */
export async function readVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  options: VisitOptions,
  setsCookies = true,
): Promise<CallContext> {
  const cookies = cookiesOf(request, reply, { isSecure: options.isSecure, setsCookies })
  const sessionValue = cookies.read(sessionCookie)
  const session = sessionValue === undefined ? null : await options.loadSession(sessionValue)
  const choices = {
    ...(session?.choices ?? parseChoices(unseal(options.secret, cookies.read(choicesCookie)))),
    ...(cookies.read(consentCookie) === '1' ? { allowCookies: true as const } : {}),
  }
  const visitorId = session?.actor.sessionId.toString('hex') ?? guestId(cookies.read(guestCookie), cookies.set)
  const guest = session === null ? await readGuestCart(cookies.read(cartCookie), visitorId, options) : null
  const visit: CallContext = {
    actor: session?.actor ?? null,
    hasSessionEnded: sessionValue !== undefined && session === null,
    choices,
    guestLineCount: guest?.lineCount ?? 0,
    guestCart: guest?.cart ?? null,
    deviceId: deviceOf(cookies.read(deviceCookie)),
    service: null,
    locale: localeOf(request, choices.locale),
    address: clientAddress(request.ip),
    network: networkOf(request.ip),
    origin: headerText(request.headers.origin) ?? `${request.protocol}://${request.host}`,
    userAgent: (request.headers['user-agent'] ?? '').toWellFormed().replaceAll('\0', '').slice(0, 300),
    requestId: request.id,
    log: request.log,
    idempotencyKey: headerText(request.headers['idempotency-key']),
    wantsHtml: wantsHtml(request),
    visitorId,
    setCookie: cookies.set,
    clearCookie: cookies.clear,
    onShown: (listener) => listener(visit),
  }
  return visit
}

/** The context of a program's call: cookies are neither read nor set. `actor`: the user of a dealer's key. */
export const readServiceVisit = (
  request: FastifyRequest,
  service: Service | null,
  actor: Actor | null = null,
): CallContext =>
  serviceContext({
    service,
    actor,
    locale: localeOf(request, undefined),
    address: clientAddress(request.ip),
    network: networkOf(request.ip),
    origin: `${request.protocol}://${request.host}`,
    requestId: request.id,
    log: request.log,
    idempotencyKey: headerText(request.headers['idempotency-key']),
  })

type ServiceParts = Pick<
  CallContext,
  'service' | 'locale' | 'address' | 'network' | 'origin' | 'requestId' | 'log' | 'idempotencyKey'
> & { actor?: Actor | null }

/** The context of a call that no browser makes. */
export function serviceContext(parts: ServiceParts): CallContext {
  const visit: CallContext = {
    ...parts,
    actor: parts.actor ?? null,
    hasSessionEnded: false,
    choices: {},
    guestLineCount: 0,
    guestCart: null,
    deviceId: null,
    userAgent: '',
    wantsHtml: false,
    visitorId: '',
    setCookie() {},
    clearCookie() {},
    onShown: (listener) => listener(visit),
  }
  return visit
}

/** Sets the session cookie; `days` is the lifetime of the session itself. */
export function setSessionCookie(context: CallContext, session: string, days: number): void {
  context.setCookie(sessionCookie, session, { maxAge: (days + endedDays) * day })
}

/** Names the browser of a sign-in for a year, so that the next one is no sign-in from a new device. */
export function setDeviceCookie(context: CallContext, device: string): void {
  context.setCookie(deviceCookie, device, { maxAge: year })
}

/** Stores a guest's choices in a signed cookie. */
export function saveGuestChoices(context: CallContext, secret: Secret, choices: Choices): void {
  context.setCookie(choicesCookie, seal(secret, choices), { maxAge: year })
}

/** Sets the cookie with the token of a guest's cart; `days` is the time for which the store keeps the cart itself. */
export function setGuestCartCookie(context: CallContext, { token }: GuestCart, days: number): void {
  context.setCookie(cartCookie, token, { maxAge: days * day })
}

/** Clears the cookie of a guest's cart that was removed. */
export function clearGuestCartCookie(context: CallContext): void {
  context.clearCookie(cartCookie)
}

/** Records in the browser that the cookie notice was accepted. */
export function setConsentCookie(context: CallContext): void {
  context.setCookie(consentCookie, '1', { maxAge: year })
}

/** The cart that the cookie names, or the one that this browser would create. */
async function readGuestCart(
  token: string | undefined,
  visitorId: string,
  { guestCarts, secret }: VisitOptions,
): Promise<{ cart: GuestCart; lineCount: number } | null> {
  if (guestCarts?.isOn() !== true) return null
  const lineCount = isToken(token) ? await guestCarts.countLines(token) : null
  if (isToken(token) && lineCount !== null) return { cart: { token, isStored: true }, lineCount }
  // Derived from the visitor: concurrent first adds, sent before the browser has the cookie, share one cart.
  return { cart: { token: sign(secret, `cart:${visitorId}`), isStored: false }, lineCount: 0 }
}

function isToken(value: string | undefined): value is string {
  return value !== undefined && /^[\w-]{20,64}$/.test(value)
}

const deviceOf = (value: string | undefined): string | null => (isToken(value) ? value : null)

function guestId(current: string | undefined, setCookie: CallContext['setCookie']): string {
  if (isToken(current)) return current
  const id = randomToken(18)
  setCookie(guestCookie, id, { maxAge: year })
  return id
}
