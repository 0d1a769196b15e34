import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

const text = z.optional(z.string().check(z.maxLength(200)))

/** Bytes of a statement's file. */
export const statementFileBytesMax = 10 * 1024 * 1024
export const statementEndings = ['.csv', '.txt', '.xlsx', '.xls', '.sta', '.mt940', '.940'] as const

/** What a column of a table can be. `incoming` and `outgoing` take the place of `amount` and `side`. */
export const statementFields = [
  'date',
  'amount',
  'incoming',
  'outgoing',
  'side',
  'balance',
  'description',
  'reference',
  'sender',
  'senderIban',
  'taxNumber',
  'currency',
] as const
export type StatementField = (typeof statementFields)[number]

/** `columns`: a JSON object of column and field; an empty field ignores the column. `decimal`: comma or point. */
export const importStatement = endpoint({
  method: 'POST',
  path: '/yonetim/bank-statements',
  access: 'admin',
  area: 'payments',
  encoding: 'file',
  summary:
    'Stores the lines of a bank statement (CSV, Excel, MT940) that are not stored yet. Without a day and an amount among the columns of a table, returns its columns, to choose them',
  query: z.object({
    name: z.string().check(z.maxLength(300)),
    iban: z.string().check(z.maxLength(50)),
    columns: z.optional(z.string().check(z.maxLength(8000))),
    decimal: text,
  }),
  body: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  ),
  reply: z.object({
    /** `columns`: nothing was stored. */
    outcome: z.enum(['imported', 'columns']),
    lines: z.number(),
    newLines: z.number(),
    /** Incoming ones among the new lines. */
    newIncoming: z.number(),
    /** Lines that were stored before, and rows that the file repeats. */
    existing: z.number(),
    /** How often the running balance does not follow from the line before: lines may be missing. */
    gaps: z.number(),
    /** Rows that could not be read, at most 50 of them; `unread`: all. */
    problems: z.array(z.object({ line: z.number(), text: z.string() })),
    unread: z.number(),
    columns: z.array(
      z.object({ name: z.string(), field: z.nullable(z.enum(statementFields)), samples: z.array(z.string()) }),
    ),
  }),
  errors: [
    'transfer_account_unknown',
    'bank_statement_empty',
    'bank_statement_unreadable',
    'bank_statement_too_long',
    'statement_cut_off',
    'statement_field_invalid',
    'statement_balance_differs',
    'statement_several_accounts',
    'statement_other_account',
    'statement_currency',
    'too_large',
    'bad_request',
    'unavailable',
  ],
})
export type ImportedStatement = z.output<(typeof importStatement)['reply']>
