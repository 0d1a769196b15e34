import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowNumber, longRowParams } from '#contract/core/row-id.ts'
import { paidDebtsMax } from './statement.ts'

/** Maximum size of a receipt in bytes. */
export const transferReceiptBytesMax = 8 * 1024 * 1024
export const transferSenderMax = 120
export const transferNoteMax = 500
/** Days before today that a transfer may be reported for. */
export const transferDaysMax = 90

/** `waiting` until the store finds it in a bank statement. */
export const noticeStates = ['waiting', 'matched', 'rejected', 'withdrawn'] as const
export type NoticeState = (typeof noticeStates)[number]

const text = z.optional(z.string().check(z.maxLength(200)))
/** The database accepts no NUL in texts. */
const typed = (max: number) =>
  z.pipe(
    z.string().check(z.maxLength(max)),
    z.transform((value) => value.replaceAll('\0', '').trim()),
  )

export const transferReceipt = z.object({
  /** Served at /account/transfers/receipts/{file}. */
  file: z.string(),
  kind: z.enum(['picture', 'pdf']),
  name: z.string(),
  bytes: z.number(),
})
export type TransferReceipt = z.output<typeof transferReceipt>

/** Amounts are in lira, days `YYYY-MM-DD`. */
export const transferNotice = z.object({
  id: z.number(),
  createdAt: z.string(),
  /** Who has reported it. */
  user: z.string(),
  amount: z.number(),
  day: z.string(),
  /** The store's account that it was sent to. */
  bank: z.string(),
  iban: z.string(),
  sender: z.string(),
  note: z.string(),
  orderNo: z.nullable(z.string()),
  /** The debts that it was made for, with what is left of each. Removed ones are left out. */
  debts: z.array(z.object({ documentNo: z.string(), unpaid: z.number() })),
  receipt: z.nullable(transferReceipt),
  state: z.enum(noticeStates),
  /** Why the store has rejected it. */
  reason: z.string(),
  settledAt: z.nullable(z.string()),
})
export type TransferNotice = z.output<typeof transferNotice>

export const bankAccount = z.object({ bank: z.string(), iban: z.string() })

export const listTransfers = endpoint({
  method: 'GET',
  path: '/api/account/transfers',
  access: 'dealer',
  needs: ['statement'],
  summary: 'Bank transfers that the visitor’s dealer has reported, newest first, and the accounts of the store',
  query: z.object({ page: text }),
  reply: z.object({
    items: z.array(transferNotice),
    ...paged,
    accounts: z.array(bankAccount),
    accountHolder: z.string(),
  }),
  errors: [],
})

export const transferInput = z.object({
  /** In either notation: 1.234,50 or 1,234.50. */
  amount: z.string().check(z.maxLength(30)),
  /** 31.12.2026 or 2026-12-31. */
  day: z.string().check(z.maxLength(20)),
  /** An account of the store, by its IBAN. */
  iban: z.string().check(z.maxLength(50)),
  sender: typed(transferSenderMax),
  note: typed(transferNoteMax),
  /** Open debts that it pays, by their movements. */
  debts: z.array(longRowNumber).check(z.maxLength(paidDebtsMax)),
  orderNo: z.nullable(typed(40)),
  /** A file of the user that was uploaded before. */
  receipt: z.nullable(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
  /** The same key reports one transfer. */
  key: z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/)),
})
export type TransferInput = z.input<typeof transferInput>

export const reportTransfer = endpoint({
  method: 'POST',
  path: '/api/account/transfers',
  access: 'dealer',
  needs: ['pay'],
  summary: 'Reports a transfer to an account of the store. The same key reports one transfer',
  body: transferInput,
  reply: transferNotice,
  errors: [
    'amount_missing',
    'amount_invalid',
    'transfer_day_invalid',
    'transfer_account_unknown',
    'transfer_sender_missing',
    'transfer_receipt_missing',
    'transfer_too_many',
    'order_not_found',
    'debts_changed',
  ],
})

export const withdrawTransfer = endpoint({
  method: 'POST',
  path: '/api/account/transfers/:id/withdraw',
  access: 'dealer',
  needs: ['pay'],
  summary: 'Withdraws a reported transfer that still waits',
  params: longRowParams,
  reply: transferNotice,
  errors: ['transfer_not_found', 'transfer_settled'],
})

export const uploadTransferReceipt = endpoint({
  method: 'POST',
  path: '/api/account/transfer-receipts',
  access: 'dealer',
  needs: ['pay'],
  encoding: 'file',
  summary:
    'Uploads a receipt: a picture (JPEG, PNG, WebP), which is drawn anew without metadata, or a PDF file; 8 MB. A transfer must use it within a day',
  query: z.object({ name: z.string().check(z.maxLength(300)) }),
  body: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  ),
  reply: transferReceipt,
  errors: ['too_large', 'transfer_receipt_invalid', 'bad_request', 'too_many_requests', 'unavailable'],
})
