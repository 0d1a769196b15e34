import type { FastifyBaseLogger } from 'fastify'
import type { PlanKey } from '#contract/core/money.ts'
import type { Locale } from '#contract/core/visitor.ts'

/** The signed-in person, as every call sees it. */
export type Actor = {
  sessionId: Buffer
  userId: number
  name: string
  email: string
  role: 'dealer' | 'admin'
  canOrder: boolean
  /** The administrator who looks at the shop as this person, and changes nothing; null: the person itself. */
  viewer: null | { userId: number; name: string }
  dealer: null | {
    id: number
    code: string
    name: string
    priceListId: number | null
    /** Percent off every price. */
    discount: string
  }
}

/** The visitor's own choices; what is missing follows the store. */
export type Choices = {
  productListView?: 'grid' | 'list'
  showNotInStocks?: '0' | '1'
  defaultCurrency?: number
  branch?: number
  locale?: Locale
  /** The cookie notice was accepted; a call of its own sets it. */
  allowCookies?: true
  /** The payment plan of the cart, until it is ordered or emptied; a call of its own sets it. */
  cartPlan?: PlanKey
}

export type CookieOptions = { maxAge?: number; httpOnly?: boolean }

/** A guest's cart by the token of its cookie. It `isKept` once something was added. */
export type GuestCart = { token: string; isKept: boolean }

/** What a handler knows of its call besides the input. */
export type CallContext = {
  actor: Actor | null
  choices: Choices
  /** The browser comes with the cookie of a session that is no more: this guest was somebody. */
  hasSessionEnded: boolean
  /** Lines in the visitor's cart, read with the session or by the guest's cookie. */
  cartLineCount: number
  /** The cart of a guest; null where guests have none, and for whoever is signed in. */
  guestCart: GuestCart | null
  locale: Locale
  address: string
  requestId: string
  log: FastifyBaseLogger
  idempotencyKey: string | undefined
  /** Somebody looks at the answer in a browser's window: a page or a form's answer, not a script's call. */
  wantsHtml: boolean
  /** Sends a cookie with the answer (also when the call runs while a page is rendered). */
  setCookie(name: string, value: string, options?: CookieOptions): void
  clearCookie(name: string): void
  /** Tells at once who gets the answer, and again for every visitor who gets the page that it is part of from the cache. */
  onShown(tell: (visitor: CallContext) => void): void
  /** Anonymous identity of a guest's browser, or the session: what the CSRF token is bound to. */
  visitorId: string
}

/** A call that needs a dealer's user: `handle` has checked it. */
export type DealerContext = CallContext & { actor: Actor & { role: 'dealer'; dealer: NonNullable<Actor['dealer']> } }
/** A dealer's user, or a guest with a cart: `handle` has checked it. */
export type BuyerContext = DealerContext | (CallContext & { actor: null; guestCart: GuestCart })
export type UserContext = CallContext & { actor: Actor }
