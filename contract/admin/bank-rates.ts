import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { cardClasses, rateBearers } from '#domain/payments/bank-rates.ts'
import { plainNumbers, sheetLayouts, sheetProblems } from '#domain/payments/rate-sheet/sheet.ts'

const typed = z.string().check(z.maxLength(40))

/** Bytes of a bank's sheet. */
export const rateFileBytesMax = 5 * 1024 * 1024
export const rateFileEndings = ['.xlsx', '.xls', '.csv', '.txt'] as const
/** Rows of one change. */
export const ratesMax = 1000

/** Days are days in Turkey. Null: any program, any class, pay-out day not known, no end. */
export const newBankRate = z.strictObject({
  family: z.nullable(typed),
  cardClass: z.nullable(z.enum(cardClasses)),
  installment: z.number().check(z.int(), z.minimum(1), z.maximum(12)),
  /** Of the charged total, as typed. */
  percent: typed,
  extraInstallments: z.number().check(z.int(), z.minimum(0), z.maximum(12)),
  bearer: z.enum(rateBearers),
  payOutDays: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(400))),
  validFrom: typed,
  validUntil: z.nullable(typed),
})
export type NewBankRate = z.output<typeof newBankRate>
const bankRate = z.object({ id: z.number(), ...newBankRate.shape })

export const bankRates = z.object({
  /** All rows, past and future ones included. */
  rates: z.array(bankRate),
  /** Card programs to choose from. */
  families: z.array(z.string()),
  today: z.string(),
  /** Changes with every change of the rows. */
  mark: z.string(),
})
export type BankRates = z.output<typeof bankRates>

export const getBankRates = endpoint({
  method: 'GET',
  path: '/yonetim/pos-accounts/:id/rates',
  access: 'admin',
  area: 'payments',
  summary: 'What the bank of a POS account keeps, by card program, class, installments and day',
  params: rowParams,
  reply: bankRates,
  errors: ['pos_not_found'],
})

/** `mark` identifies the rows that the change is based on. An existing row of the same program, class and count ends the day before. */
export const changeBankRates = endpoint({
  method: 'POST',
  path: '/yonetim/pos-accounts/:id/rates',
  access: 'admin',
  area: 'payments',
  summary: 'Brings rates of a bank into force, and ends others',
  params: rowParams,
  body: z.strictObject({
    mark: typed,
    rates: z.array(newBankRate).check(z.maxLength(ratesMax)),
    /** Rows that are no longer in force from `endsOn` on. */
    ended: z.array(z.number().check(z.int())).check(z.maxLength(ratesMax)),
    endsOn: typed,
  }),
  reply: bankRates,
  errors: ['pos_not_found', 'pos_changed', 'validation_failed', 'rates_overlap'],
})

/**
 * Reads a bank's sheet and says what it would change; stores nothing. `plain`: what numbers without a percent sign are;
 * `from`: the first day of rows that name none; `bearer`: of cells without a row.
 */
export const previewRateFile = endpoint({
  method: 'POST',
  path: '/yonetim/pos-accounts/:id/rate-file',
  access: 'admin',
  area: 'payments',
  encoding: 'file',
  summary: 'Reads a bank’s sheet of rates (Excel, CSV) and shows what it would change',
  params: rowParams,
  query: z.object({
    name: z.string().check(z.maxLength(300)),
    plain: z.optional(z.enum(['auto', ...plainNumbers])),
    from: z.optional(typed),
    bearer: z.optional(z.enum(rateBearers)),
  }),
  body: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  ),
  reply: z.object({
    layouts: z.array(z.enum(sheetLayouts)),
    plain: z.enum([...plainNumbers, 'none']),
    /** All rates of the file, for `changeBankRates`. */
    rates: z.array(newBankRate),
    differences: z.array(z.object({ before: z.nullable(bankRate), after: newBankRate, address: z.string() })),
    unchanged: z.number(),
    /** Ids of rows in force that the file does not have. */
    missing: z.array(z.number()),
    problems: z.array(z.object({ code: z.enum(sheetProblems), address: z.string(), text: z.string() })),
    unread: z.array(z.object({ address: z.string(), text: z.string() })),
    mark: z.string(),
  }),
  errors: ['pos_not_found', 'rate_file_unreadable', 'rate_file_empty', 'too_large', 'validation_failed', 'unavailable'],
})
export type RateFilePreview = z.output<(typeof previewRateFile)['reply']>

/** The rates in force and to come as a workbook, which imports back unchanged. */
export const rateFilePath = (id: number | string): string => `/yonetim/pos-accounts/${id}/oranlar.xlsx`
