import * as z from 'zod/mini'

/** Rows of a request. */
export const batchMax = 5_000

export const text = (max: number) => z.string().check(z.maxLength(max))
/** A JSON number, or its text with a decimal point: "1234.56". */
export const decimal = z.union([z.number(), z.string().check(z.regex(/^-?\d{1,14}(?:\.\d{1,8})?$/))])
/** The database has two decimals: more are refused, not rounded. Zeros at the end are none. */
export const percent = decimal.check(z.refine((value) => /^-?\d+(?:\.\d{1,2}0*)?$/.test(String(value))))
/** A day of the calendar: "2026-11-23". */
export const day = z.iso.date()

/** Rows are checked one by one: a wrong one is answered with its problem. */
export const batchOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.array(z.union([row, z.record(z.string(), z.unknown())])).check(z.minLength(1), z.maxLength(batchMax))

export const batchHead = {
  /** Nothing is written if a row is rejected. */
  atomic: z.optional(z.boolean()),
}

export const batchStatuses = ['created', 'updated', 'unchanged', 'deleted', 'rejected'] as const

const problem = z.object({ code: z.string(), field: z.nullable(z.string()), message: z.string() })

export const batchResult = z.object({
  /** The row's place in the request, from 0. */
  row: z.number(),
  key: z.string(),
  status: z.enum(batchStatuses),
  /** Why it was rejected. */
  error: z.nullable(problem),
  warnings: z.array(problem),
})

export const batchReply = z.object({
  /** False: every row was rejected, or one was and `atomic` was true. */
  isWritten: z.boolean(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  deleted: z.number(),
  rejected: z.number(),
  /** One for each row, in order. */
  results: z.array(batchResult),
})

export const batchErrors = ['validation_failed', 'idempotency_mismatch', 'in_progress'] as const
