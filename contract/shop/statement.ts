import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { debtAging } from '#contract/core/visitor.ts'

/** Movements on a page of the statement. */
export const statementPageSize = 50

export const movementKinds = ['invoice', 'payment', 'return', 'debit', 'credit', 'opening'] as const
export type MovementKind = (typeof movementKinds)[number]

/** Days are `YYYY-MM-DD`. Amounts are in the statement's currency. */
export const movement = z.object({
  id: z.number(),
  date: z.string(),
  dueDate: z.nullable(z.string()),
  documentNo: z.string(),
  type: z.enum(movementKinds),
  description: z.string(),
  debit: z.number(),
  credit: z.number(),
  /** The account's balance after this movement, independent of filters; positive if the dealer owes. */
  balance: z.number(),
  /** The part of a debit that payments have not covered yet. */
  unpaid: z.number(),
})
export type Movement = z.output<typeof movement>

/** Unpaid amounts by how many days they have been due. */
export const ageing = z.object({
  notDue: z.number(),
  days30: z.number(),
  days60: z.number(),
  days90: z.number(),
  older: z.number(),
})
export type Ageing = z.output<typeof ageing>

/** An account in one currency, as of today. */
export const accountFigures = z.extend(debtAging, {
  balance: z.number(),
  /** The day of a balance that was imported, `YYYY-MM-DD`. Movements since then are not contained. */
  balanceDay: z.optional(z.string()),
  ageing,
})
export type AccountFigures = z.output<typeof accountFigures>

/** Who sends a printed statement to whom: lines of text, the name first. `date`: the day of the statement. */
export const statementLetterhead = z.object({
  date: z.string(),
  company: z.array(z.string()),
  dealer: z.array(z.string()),
})
export type StatementLetterhead = z.output<typeof statementLetterhead>

/** A dealer's account statement in one currency (cari hesap ekstresi), newest movement first. */
export const statement = z.object({
  currency: z.string(),
  /** Every currency of the account, lira first. */
  accounts: z.array(accountFigures),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  q: z.string(),
  /** Balance before the period. */
  opening: z.number(),
  /** Balance at the end of the period. */
  closing: z.number(),
  /** Sums of the matching movements. */
  debit: z.number(),
  credit: z.number(),
  items: z.array(movement),
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  letterhead: statementLetterhead,
})
export type Statement = z.output<typeof statement>

/** Debts that are paid at once. */
export const paidDebtsMax = 200

/** An open debt in lira that can be paid by card. */
export const openDebt = z.object({
  id: z.number(),
  documentNo: z.string(),
  date: z.string(),
  dueDate: z.nullable(z.string()),
  debit: z.number(),
  unpaid: z.number(),
})
export type OpenDebt = z.output<typeof openDebt>

const text = z.optional(z.string().check(z.maxLength(100)))

/** A day of the query is `YYYY-MM-DD` or 31.12.2026. Invalid values are ignored. */
export const statementQuery = z.object({ from: text, to: text, q: text, currency: text, page: text })
export type StatementQuery = z.input<typeof statementQuery>

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/account/statement',
  access: 'dealer',
  needs: ['statement'],
  summary: 'The account statement of the visitor’s dealer: movements of a period with running balance, figures, ageing',
  query: statementQuery,
  reply: statement,
  errors: [],
})

/** An invoice of the account. Amounts are decimal strings in its currency. */
export const invoice = z.object({
  documentNo: z.string(),
  date: z.string(),
  dueDate: z.nullable(z.string()),
  description: z.string(),
  currency: z.string(),
  amount: z.string(),
  /** The part that payments have not covered yet. */
  unpaid: z.string(),
})
export type Invoice = z.output<typeof invoice>

/** Days as in a statement. Without `currency` the invoices of all currencies. */
export const invoicesQuery = z.object({ from: text, to: text, q: text, currency: text, page: text })
export type InvoicesQuery = z.input<typeof invoicesQuery>

/** Ids in the query that are not open debts of the dealer are left out. */
export const getOpenDebts = endpoint({
  method: 'GET',
  path: '/api/account/debts',
  access: 'dealer',
  needs: ['statement'],
  summary: 'Chosen open debts of the visitor’s dealer with what is left of each, and their sum, to pay them by card',
  query: z.object({ ids: z.optional(z.string().check(z.maxLength(4000))) }),
  reply: z.object({ items: z.array(openDebt), total: z.number() }),
  errors: [],
})

/** The same figures as the dealer's own statement; dealers that are disabled have one, too. */
export const getDealerStatement = endpoint({
  method: 'GET',
  path: '/yonetim/dealers/:id/statement',
  access: 'admin',
  area: 'people',
  summary: 'The account statement of a dealer, for administrators',
  params: rowParams,
  query: statementQuery,
  reply: z.extend(statement, { dealer: z.object({ id: z.number(), code: z.string(), name: z.string() }) }),
  errors: ['dealer_not_found'],
})
