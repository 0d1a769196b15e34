import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Locale, locales } from '#contract/visitor.ts'
import type { Actor, CallContext, Choices, CookieOptions } from './context.ts'
import { isLookedAt } from './plain-page.ts'
import { randomToken, seal, unseal } from './secrets.ts'
import { preferredLocale } from './words.ts'

/** What the account feature knows of a session cookie's value. */
export type KnownSession = { actor: Actor; choices: Choices; cartLineCount: number }

export type VisitOptions = {
  secret: string
  /** Cookies carry Secure and the __Host- prefix. */
  isSecure: boolean
  loadSession(cookie: string): Promise<KnownSession | null>
}

export const sessionCookie = 'toptan_session'
const guestCookie = 'toptan_guest'
const choicesCookie = 'toptan_choices'
const cookieRecord = 'toptan_cookies'
const year = 365 * 24 * 3600

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
  const visit: CallContext = {
    actor: known?.actor ?? null,
    choices,
    cartLineCount: known?.cartLineCount ?? 0,
    locale: localeOf(request, choices),
    address: request.ip,
    requestId: request.id,
    log: request.log,
    idempotencyKey: headerText(request.headers['idempotency-key']),
    isLookedAt: isLookedAt(request),
    visitorId: known?.actor.sessionId.toString('hex') ?? guestId(cookie(guestCookie), setCookie),
    setCookie,
    clearCookie: (name) => void reply.clearCookie(cookieName(name, options), { path: '/', secure: options.isSecure }),
    onShown: (tell) => tell(visit),
  }
  return visit
}

/** Keeps a guest's choices in the browser. */
export function saveGuestChoices(context: CallContext, secret: string, choices: Choices): void {
  context.setCookie(choicesCookie, seal(secret, choices), { maxAge: year })
}

/** Keeps in the browser that the cookie notice was accepted. */
export function saveCookieRecord(context: CallContext): void {
  context.setCookie(cookieRecord, '1', { maxAge: year })
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
  if (known !== undefined && /^[\w-]{20,64}$/.test(known)) return known
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
