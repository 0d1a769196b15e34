import type { CarrierAgreement } from '#domain/orders/carrier-payer.ts'
import type { AddressScope } from '#domain/people/address-scope.ts'
import type { Permission } from '#domain/people/permissions.ts'
import type { PlanKey } from '#contract/core/money.ts'
import type { DealerScope } from '#contract/core/dealer-scopes.ts'
import type { Scope } from '#contract/core/scopes.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { DealerRates } from '#domain/money/rate-policy.ts'

/** The signed-in user. */
export type Actor = {
  sessionId: Buffer
  userId: number
  name: string
  email: string
  role: 'dealer' | 'admin'
  /** What the user's role allows; of a dealer's user or of staff. */
  permissions: ReadonlySet<Permission>
  /** The key of a role that everybody has, or the name of an own role. */
  roleTitle?: { key: string } | { name: string }
  /** Staff without the second factor that the store requires: they have no permissions until they set one up. */
  needsFactor: boolean
  /** The delivery addresses that a dealer's user is bound to; null: none. */
  addresses: AddressScope
  /** The administrator who views the shop as this user and may not change anything; null: the user signed in. */
  impersonator: null | { userId: number; name: string }
  /** The representative who works for the dealer; the actor is then its seat there. */
  representative: null | { userId: number; name: string }
  dealer: null | {
    id: number
    code: string
    name: string
    priceListId: number | null
    /** Percent off every price. */
    discount: string
    /** Whose exchange rates count; null: the store's of the day of the order. */
    rates: DealerRates | null
    /** Who pays the carrier of its orders. */
    carrierPayer: CarrierAgreement
  }
}

/** The visitor's choices. The store's defaults apply to those that are missing. */
export type Choices = {
  productListView?: 'grid' | 'list'
  showNotInStocks?: '0' | '1'
  defaultCurrency?: number
  branch?: number
  locale?: Locale
  /** Orders from the cart are placed without a confirmation. Set by its own call. */
  ordersUnasked?: boolean
  /** The cookie notice was accepted. Set by its own call. */
  allowCookies?: true
  /** The payment plan of the cart, until the cart is ordered or emptied. Set by its own call. */
  cartPlan?: PlanKey
  /** The delivery address of the last order; 0: the dealer's own. Set by orders. */
  deliveryAddress?: number
}

/** A program that calls with an API key; without a key, an ERP connection within the shop. */
export type Service = {
  keyId: number | null
  name: string
  scopes: readonly (Scope | DealerScope)[]
  expiresAt: Date | null
}

/** A guest's cart, by the token of its cookie. It is stored once a product was added. */
export type GuestCart = { token: string; isStored: boolean }

/** What a handler receives besides the input. */
export type CallContext = RequestContext & {
  actor: Actor | null
  choices: Choices
  /** Lines in the guest's cart; 0 for signed-in users. */
  guestLineCount: number
  /** The guest's cart; null for signed-in users and where guests have no carts. */
  guestCart: GuestCart | null
  /** The random cookie that names the browser since its first sign-in; null without one. */
  deviceId: string | null
  /** Set in calls with access `service`, where `actor` is null, and `dealerKey`, where it is the user of the key. */
  service: Service | null
  /** Calls `listener` with each visitor who gets the answer: now, and for every page that is served from the cache. */
  onShown(listener: (visitor: CallContext) => void): void
}

/** The context of calls for dealers' users: `handle` has checked it. */
export type DealerContext = CallContext & { actor: Actor & { role: 'dealer'; dealer: NonNullable<Actor['dealer']> } }
/** The context of calls for dealers' users and guests with a cart: `handle` has checked it. */
export type BuyerContext = DealerContext | (CallContext & { actor: null; guestCart: GuestCart })
/** The context of calls for programs: `handle` has checked the key and its scope. */
export type ServiceContext = CallContext & { actor: null; service: Service }
/** The context of calls for dealers' programs: `handle` has checked the key and its scope. */
export type DealerKeyContext = DealerContext & { service: Service }
export type UserContext = CallContext & { actor: Actor }
