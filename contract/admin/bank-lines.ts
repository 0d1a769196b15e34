import * as z from 'zod/mini'
import { matchReasons } from '#domain/transfers/match-transfer.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowNumber, longRowParams, rowNumber, rowParams } from '#contract/core/row-id.ts'
import { openDebt, paidDebtsMax } from '#contract/shop/statement.ts'
import { bankAccount } from '#contract/shop/transfers.ts'

/** Dealers that one line can be split over. */
export const linePartsMax = 20

const text = z.optional(z.string().check(z.maxLength(200)))
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

const dealer = { dealerId: z.number(), dealer: z.string(), dealerCode: z.string() }
const debts = z.array(z.object({ id: z.number(), documentNo: z.string(), unpaid: z.number() }))

/** A dealer that a line may be from, and why. */
export const lineSuggestion = z.object({
  ...dealer,
  noticeId: z.nullable(z.number()),
  /** What it pays first; empty: the oldest due. */
  debts,
  reasons: z.array(z.enum(matchReasons)),
  /** It can be booked without a second look. */
  isStrong: z.boolean(),
})
export type LineSuggestion = z.output<typeof lineSuggestion>

export const lineStates = ['open', 'booked', 'ignored', 'outgoing'] as const
export type LineState = (typeof lineStates)[number]

/** Amounts are in lira; outgoing ones are negative. Days are `YYYY-MM-DD`. */
export const bankLine = z.object({
  id: z.number(),
  /** The store's account. */
  iban: z.string(),
  bank: z.string(),
  day: z.string(),
  amount: z.number(),
  reference: z.string(),
  description: z.string(),
  sender: z.string(),
  senderIban: z.string(),
  state: z.enum(lineStates),
  /** Why it is ignored. */
  reason: z.string(),
  settledAt: z.nullable(z.string()),
  settledBy: z.nullable(z.string()),
  /** Another file has such a line, or one of this day and amount in another format: it may be the same money. */
  hasTwin: z.boolean(),
  bookings: z.array(z.object({ ...dealer, amount: z.number(), noticeId: z.nullable(z.number()) })),
  /** Of open lines, best first. */
  suggestions: z.array(lineSuggestion),
})
export type BankLine = z.output<typeof bankLine>

/** `q`: parts of text, sender or reference, or an amount. Without `state` the open incoming lines. */
export const listBankLines = endpoint({
  method: 'GET',
  path: '/yonetim/bank-lines',
  access: 'admin',
  area: 'payments',
  summary: 'Lines of imported bank statements, newest first, with suggestions for open ones',
  query: z.object({ page: text, limit: text, state: text, q: text, from: text, to: text }),
  reply: z.object({
    items: z.array(bankLine),
    ...paged,
    state: z.enum(lineStates),
    q: z.string(),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    openCount: z.number(),
    waitingNotices: z.number(),
    /** Of the store, from its settings. */
    accounts: z.array(bankAccount),
    /** The last imports, newest first. */
    statements: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        bank: z.string(),
        importedAt: z.string(),
        importedBy: z.string(),
        lines: z.number(),
        newLines: z.number(),
      }),
    ),
  }),
  errors: [],
})

const lineCall = {
  method: 'POST',
  access: 'admin',
  area: 'payments',
  params: longRowParams,
  reply: bankLine,
} as const

export const linePart = z.strictObject({
  dealerId: rowNumber,
  /** In either notation. */
  amount: z.string().check(z.maxLength(30)),
  noticeId: z.nullable(longRowNumber),
  debts: z.array(longRowNumber).check(z.maxLength(paidDebtsMax)),
})
export type LinePart = z.input<typeof linePart>

/** The parts add up to the line; a dealer has one part. */
export const bookBankLine = endpoint({
  ...lineCall,
  path: '/yonetim/bank-lines/:id/book',
  summary: 'Books an incoming line to the accounts of one or more dealers, once, and emails them',
  body: z.strictObject({ parts: z.array(linePart).check(z.minLength(1), z.maxLength(linePartsMax)) }),
  errors: [
    'bank_line_not_found',
    'line_settled',
    'line_parts_differ',
    'line_dealer_repeated',
    'amount_missing',
    'amount_invalid',
    'dealer_not_found',
    'transfer_not_found',
    'transfer_settled',
    'debts_changed',
  ],
})

export const ignoreBankLine = endpoint({
  ...lineCall,
  path: '/yonetim/bank-lines/:id/ignore',
  summary: 'Sets an incoming line aside that is no payment of a dealer',
  body: z.strictObject({ reason }),
  errors: ['bank_line_not_found', 'line_settled'],
})

export const reopenBankLine = endpoint({
  ...lineCall,
  path: '/yonetim/bank-lines/:id/reopen',
  summary: 'Opens a line again: what it was booked as is taken back by counter-bookings, and its notices wait again',
  body: z.strictObject({ reason }),
  errors: ['bank_line_not_found', 'line_open'],
})

export const findTransferDealers = endpoint({
  method: 'GET',
  path: '/yonetim/transfer-dealers',
  access: 'admin',
  area: 'payments',
  summary: 'Up to ten dealers by parts of code or name',
  query: z.object({ q: text }),
  reply: z.object({ items: z.array(z.object({ id: z.number(), code: z.string(), name: z.string() })) }),
  errors: [],
})

export const getTransferDealer = endpoint({
  method: 'GET',
  path: '/yonetim/transfer-dealers/:id',
  access: 'admin',
  area: 'payments',
  summary: 'What a line of this dealer may pay: its waiting notices and open debts, the oldest due first, at most 200',
  params: rowParams,
  reply: z.object({
    notices: z.array(z.object({ id: z.number(), amount: z.number(), day: z.string(), sender: z.string() })),
    debts: z.array(openDebt),
  }),
  errors: ['dealer_not_found'],
})
