import { foreignCurrencies } from '#domain/payments/pos-adapters.ts'
import { dealerPermissions, staffPermissions } from '#domain/people/permissions.ts'
import * as z from 'zod/mini'
import { announcementBanner } from '#contract/shop/announcements.ts'
import { topCategory } from '#contract/shop/categories.ts'
import { endpoint } from './endpoint.ts'
import { planKey } from './money.ts'
import { publicSettings } from '#contract/shop/settings.ts'
import { networks } from '#contract/shop/social-links.ts'
import { waitingPurchases } from '#contract/shop/waiting-purchases.ts'

export const locales = ['tr', 'en'] as const
export const locale = z.enum(locales)
export type Locale = z.output<typeof locale>

export const currency = z.object({
  id: z.number(),
  code: z.string(),
  symbol: z.string(),
  name: z.string(),
  /** TRY for one unit; null = unknown. */
  exchangeRate: z.nullable(z.number()),
  /** Where the rate is from, and its day (core/rate-note.ts); absent for lira and where it is unknown. */
  rateSource: z.optional(z.string()),
  rateDay: z.optional(z.nullable(z.string())),
  isDefault: z.boolean(),
})
export type Currency = z.output<typeof currency>

/** A dealer's overdue debt in one currency (debt aging; checkout, section 3). */
export const debtAging = z.object({
  overdueBalance: z.number(),
  /** Days since its oldest part was due. */
  overdueBalanceExpiryDay: z.number(),
  currency: z.string(),
})
export type DebtAging = z.output<typeof debtAging>

/**
 * Header of each response with a stamp of the store's state and the visitor's choices; `stamp` is the visitor's own.
 */
export const stampHeader = 'x-visitor-stamp'

/** The visitor, and what every page needs to know of the store. Contains nothing that this visitor may not see. */
export const visitor = z.object({
  stamp: z.string(),
  user: z.nullable(
    z.object({
      id: z.number(),
      name: z.string(),
      email: z.string(),
      role: z.enum(['dealer', 'admin']),
      dealerName: z.nullable(z.string()),
      dealerCode: z.nullable(z.string()),
      canOrder: z.boolean(),
      /** What the role of the user allows. */
      permissions: z.array(z.enum([...dealerPermissions, ...staffPermissions])),
      /** The role of staff that may not do everything, in the visitor's language; null for all others. */
      roleName: z.nullable(z.string()),
      /** Name of the administrator who impersonates this user; null: the user signed in. */
      viewer: z.nullable(z.string()),
      /** A representative works for the dealer. */
      isRepresentative: z.boolean(),
      /** Staff who have yet to set up the second factor that the store requires; they may do nothing else. */
      needsFactor: z.boolean(),
    }),
  ),
  /** A guest whose browser still has the cookie of a session that has ended. */
  hasSessionEnded: z.boolean(),
  locale,
  /** The chosen currency (userCurrency). */
  currency,
  currencies: z.array(currency),
  /** The amounts of the dealer's carts and orders are preliminary: the rates of the invoice day count. */
  isRateOfInvoiceDay: z.boolean(),
  view: z.enum(['grid', 'list']),
  showNotInStocks: z.enum(['0', '1']),
  branch: z.nullable(z.number()),
  branches: z.array(z.object({ id: z.number(), name: z.string() })),
  plans: z.array(z.object({ priceName: planKey, name: z.string(), varsayilan: z.boolean(), isVirtual: z.boolean() })),
  /** The payment plan of the cart: the chosen one or the store's default; null = sale prices. */
  cartPlan: z.nullable(planKey),
  /** Whether promotions are in force for this visitor: its cart’s totals come from the server. */
  hasPromotions: z.boolean(),
  /** The dealer's account; null for everybody else. */
  account: z.nullable(
    z.object({
      /** The amount in TL that may still be ordered, at least 0; null where no risk limit applies. */
      availableLimit: z.nullable(z.number()),
      /** Whether the limit applies to each order or to the total open balance. */
      limitMode: z.nullable(z.enum(['order', 'balance'])),
      /** The risk limit is exactly 1: nothing may be ordered. */
      isOrderBlocked: z.boolean(),
      /** Debts to show, by the settings showOverdueDebtInfo and overdueDebtInfoLimit. */
      overdueDebts: z.array(debtAging),
    }),
  ),
  /** Approval within the dealer's company: the user decides about colleagues' orders; its own may need approval. */
  purchasing: z.object({ isApprover: z.boolean(), hasLimits: z.boolean(), waiting: waitingPurchases }),
  seesPrices: z.boolean(),
  seesStock: z.boolean(),
  /** Dealer's overall discount is already inside every price. */
  cartLineCount: z.number(),
  /** Whether an order from the cart needs a confirmation; a choice of the user. */
  asksBeforeOrder: z.boolean(),
  /** Whether the cookie notice was accepted; it is shown otherwise. */
  hasCookieRecord: z.boolean(),
  /** Links of the setting socialMedia. */
  socialLinks: z.array(z.object({ network: z.enum(networks), url: z.string() })),
  settings: publicSettings,
  /** Whether a campaign is running; links to the campaigns are shown then. */
  hasCampaigns: z.boolean(),
  /** Whether card payments in lira are possible. */
  hasCardPayment: z.boolean(),
  /** Whether cards are entered on the shop's own page; otherwise on the provider's page. */
  hasCardForm: z.boolean(),
  /** Other currencies in which card payments into the account are possible. */
  foreignCards: z.array(z.object({ currency: z.enum(foreignCurrencies), hasForm: z.boolean() })),
  /** Announcements above every page that the user has not closed. */
  banners: z.array(announcementBanner),
  /** Whether the user has to accept a text of the store. */
  hasTextsToAccept: z.boolean(),
  /** The top-level categories with the most products; another call returns the whole tree. */
  categories: z.array(topCategory),
})
export type Visitor = z.output<typeof visitor>

export const getVisitor = endpoint({
  method: 'GET',
  path: '/api/visitor',
  access: 'guest',
  summary: 'Who is visiting, with choices, currencies and the settings that pages need',
  reply: visitor,
  errors: [],
})

/** Not one of the five choices, which the specification fixes. */
export const saveOrderQuestion = endpoint({
  method: 'PATCH',
  path: '/api/account/order-question',
  access: 'dealer',
  needs: [],
  summary: 'Stores whether the user confirms each order from the cart',
  body: z.object({ asksBeforeOrder: z.boolean() }),
  reply: z.object({ ok: z.literal(true) }),
  errors: [],
})

/** The visitor's choices. Any other key is refused with 422. */
export const choice = z.union([
  z.strictObject({ key: z.literal('productListView'), value: z.enum(['grid', 'list']) }),
  z.strictObject({ key: z.literal('showNotInStocks'), value: z.enum(['0', '1']) }),
  z.strictObject({ key: z.literal('defaultCurrency'), value: z.union([z.number(), z.string()]) }),
  z.strictObject({ key: z.literal('branch'), value: z.union([z.number(), z.string()]) }),
  z.strictObject({ key: z.literal('locale'), value: locale }),
])
export const choiceKeys = ['productListView', 'showNotInStocks', 'defaultCurrency', 'branch', 'locale'] as const

export const saveChoice = endpoint({
  method: 'POST',
  path: '/api/catalog/settings',
  access: 'guest',
  summary: 'Stores one of the visitor’s five choices',
  body: z.object({ key: z.string(), value: z.unknown() }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['setting_unknown', 'validation_failed', 'not_signed_in', 'branch_unknown'],
})
