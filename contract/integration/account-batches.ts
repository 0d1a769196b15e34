import * as z from 'zod/mini'
import { ratePolicy } from '#contract/core/rate-note.ts'
import { carrierAgreements } from '#domain/orders/carrier-payer.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  balancesExample,
  costsExample,
  dealersExample,
  movementsExample,
  ratesExample,
  serialsExample,
  usersExample,
} from './account-examples.ts'
import { batchErrors, batchHead, batchOf, batchReply, day, decimal, text } from './batch.ts'

const clearable = (max: number) => z.optional(z.nullable(text(max)))

/** Only what is named changes; `null` clears. A new dealer needs `name`. */
export const dealerRow = z.strictObject({
  code: text(50),
  name: z.optional(text(200)),
  contactName: clearable(120),
  email: clearable(254),
  phone: clearable(40),
  address: clearable(300),
  district: clearable(80),
  city: clearable(80),
  taxOffice: clearable(80),
  /** 10 or 11 digits. */
  taxNumber: clearable(20),
  region: clearable(80),
  representative: clearable(80),
  /** The code of an existing group; `null`: none. */
  group: clearable(40),
  /** The code of an existing price list; `null`: the default list. */
  priceList: clearable(100),
  /** In percent, with at most two decimals. */
  discount: z.optional(decimal),
  /** In TRY, with at most two decimals; 0: no limit, 1: orders are blocked. */
  riskLimit: z.optional(decimal),
  /** What counts against the limit: each order alone, or the balance with all open orders. */
  riskMode: z.optional(z.enum(['order', 'balance'])),
  /** Whose exchange rates count. `fixed` needs `fixedRates`, such as `USD 41.25; EUR 45.10` (TRY for one unit). */
  ratePolicy: z.optional(ratePolicy),
  fixedRates: clearable(500),
  /** The last day of `fixedRates`; `null`: no end. */
  ratesUntil: z.optional(z.nullable(day)),
  /** Who pays the carrier of its orders; `store`: as the store's setting says. */
  carrierPayer: z.optional(z.enum(carrierAgreements)),
  /** False ends the sessions of its users. */
  isActive: z.optional(z.boolean()),
})

/** A user of a dealer. Only what is named changes; a new one needs `dealer` and `name`. */
export const userRow = z.strictObject({
  /** Identifies the user. */
  email: text(254),
  /** The code of the dealer. Another one ends the sessions of the user. */
  dealer: z.optional(text(50)),
  name: z.optional(text(120)),
  /** Whether the user may order. */
  canOrder: z.optional(z.boolean()),
  /** False ends the sessions of the user. */
  isActive: z.optional(z.boolean()),
})

/**
 * What the dealer owes as the ERP calculates it; negative if the shop owes the dealer. With `delete: true`, the balance
 * follows from the movements again, and only `dealer` and `currency` count.
 */
export const balanceRow = z.strictObject({
  dealer: text(50),
  /** `TRY` by default. */
  currency: z.optional(text(10)),
  balance: z.optional(decimal),
  overdueBalance: z.optional(decimal),
  overdueSince: z.optional(z.nullable(day)),
  /** The day of the figures; today by default. */
  asOf: z.optional(day),
  delete: z.optional(z.boolean()),
})

export const movementKinds = ['invoice', 'payment', 'return', 'debit', 'credit', 'opening'] as const

/** A whole movement. It has `debit` or `credit`. With `delete: true`, only `dealer` and `reference` count. */
export const movementRow = z.strictObject({
  dealer: text(50),
  /** The ERP's own key of the movement: sent again, it changes the movement. */
  reference: text(200),
  date: z.optional(day),
  /** The day on which a debit is due; by default the day of the movement. */
  dueDate: z.optional(z.nullable(day)),
  documentNo: z.optional(text(200)),
  kind: z.optional(z.enum(movementKinds)),
  description: z.optional(text(500)),
  debit: z.optional(decimal),
  credit: z.optional(decimal),
  currency: z.optional(text(10)),
  delete: z.optional(z.boolean()),
})

/** TRY for one unit, from now on. */
export const rateRow = z.strictObject({ currency: text(10), rate: decimal })

/** A movement of a serial number: a sale, a return, a service. With `delete: true`, only `serialNo` and `reference` count. */
export const serialRow = z.strictObject({
  serialNo: text(200),
  /** Of the product; an unknown code is stored as it is. */
  productCode: z.optional(text(500)),
  productName: z.optional(text(500)),
  dealer: z.optional(text(50)),
  date: z.optional(day),
  status: z.optional(text(60)),
  documentNo: z.optional(text(200)),
  /** From `date` on; 0: no warranty. */
  warrantyMonths: z.optional(z.number()),
  warrantyUntil: z.optional(day),
  /** The ERP's own key; without it, the serial number, day, status and document identify the movement. */
  reference: z.optional(text(200)),
  delete: z.optional(z.boolean()),
})

/** What a base unit costs the store, before tax. `delete: true` removes the cost. Dealers never see it. */
export const costRow = z.strictObject({
  productCode: text(500),
  cost: z.optional(decimal),
  /** `TRY` by default. */
  currency: z.optional(text(10)),
  delete: z.optional(z.boolean()),
})

const v1 = '/api/integration/v1'
const accountErrors = [...batchErrors, 'accounts_busy'] as const

export const writeDealers = endpoint({
  method: 'POST',
  path: `${v1}/dealers`,
  access: 'service',
  scope: 'dealers:write',
  summary: 'Adds and changes dealers by their codes. Only what a row names changes',
  body: z.strictObject({ ...batchHead, rows: batchOf(dealerRow) }),
  reply: batchReply,
  example: dealersExample,
  errors: batchErrors,
})

export const writeUsers = endpoint({
  method: 'POST',
  path: `${v1}/users`,
  access: 'service',
  scope: 'dealers:write',
  summary: 'Adds and changes users of dealers by their email addresses. Nobody is sent an email',
  body: z.strictObject({ ...batchHead, rows: batchOf(userRow) }),
  reply: batchReply,
  example: usersExample,
  errors: batchErrors,
})

export const writeBalances = endpoint({
  method: 'POST',
  path: `${v1}/balances`,
  access: 'service',
  scope: 'accounts:write',
  summary: 'Sets the balances of dealers, which movements do not change from then on, and deletes them',
  body: z.strictObject({ ...batchHead, rows: batchOf(balanceRow) }),
  reply: batchReply,
  example: balancesExample,
  errors: accountErrors,
})

export const writeMovements = endpoint({
  method: 'POST',
  path: `${v1}/movements`,
  access: 'service',
  scope: 'accounts:write',
  summary: 'Adds, changes and deletes account movements by their references',
  body: z.strictObject({ ...batchHead, rows: batchOf(movementRow) }),
  reply: batchReply,
  example: movementsExample,
  errors: accountErrors,
})

export const writeSerials = endpoint({
  method: 'POST',
  path: `${v1}/serials`,
  access: 'service',
  scope: 'documents:write',
  summary: 'Adds and changes movements of serial numbers, for warranty inquiries',
  body: z.strictObject({ ...batchHead, rows: batchOf(serialRow) }),
  reply: batchReply,
  example: serialsExample,
  errors: accountErrors,
})

export const writeCosts = endpoint({
  method: 'POST',
  path: `${v1}/costs`,
  access: 'service',
  scope: 'prices:write',
  summary: 'Sets what products cost the store, for the margin in reports',
  body: z.strictObject({ ...batchHead, rows: batchOf(costRow) }),
  reply: batchReply,
  example: costsExample,
  errors: accountErrors,
})

export const writeRates = endpoint({
  method: 'POST',
  path: `${v1}/rates`,
  access: 'service',
  scope: 'prices:write',
  summary: 'Sets exchange rates',
  body: z.strictObject({
    ...batchHead,
    /** Accepts rates that are ten times the current one or a tenth of it. */
    acceptJumps: z.optional(z.boolean()),
    rows: batchOf(rateRow),
  }),
  reply: batchReply,
  example: ratesExample,
  errors: batchErrors,
})
