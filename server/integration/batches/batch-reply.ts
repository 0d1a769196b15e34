import type * as z from 'zod/mini'
import { type batchReply, batchStatuses } from '#contract/integration/batch.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { type BatchProblem, problem } from './check-rows.ts'

export type BatchReply = z.output<typeof batchReply>
export type RowReply = BatchReply['results'][number]
export type RowOutcome = Pick<RowReply, 'status' | 'error' | 'warnings'>

/** The reply to a request: the result of each row, from `bad` or, if it is not there, from `resultOf`. */
export function replyOf(
  keys: readonly string[],
  bad: ReadonlyMap<number, BatchProblem>,
  resultOf: (row: number) => RowOutcome,
  isWritten: boolean,
): BatchReply {
  const results = keys.map((key, row): RowReply => {
    const own = bad.get(row)
    const outcome = own === undefined ? resultOf(row) : { status: 'rejected' as const, error: own, warnings: [] }
    return { row, key, ...outcome }
  })
  const counts = Object.fromEntries(
    batchStatuses.map((status) => [status, results.filter((each) => each.status === status).length]),
  ) as Record<(typeof batchStatuses)[number], number>
  return { isWritten: isWritten && counts.rejected < results.length, ...counts, results }
}

/** Nothing was written because of another row. */
export const notWritten: RowOutcome = { status: 'unchanged', error: null, warnings: [] }

type SavedRow = {
  line: number
  status: RowOutcome['status']
  problem: { code: string; field: string | null; value: string } | null
}

/** The outcome of each row, by its place in the request. */
export function outcomesOf(
  results: readonly SavedRow[],
  isWritten: boolean,
  locale: Locale,
): (row: number) => RowOutcome {
  const byRow = new Map(results.map((result) => [result.line, result]))
  return (row) => {
    const result = byRow.get(row)
    if (result === undefined) return notWritten
    const { status, problem: found } = result
    if (found === null) return { ...notWritten, status: isWritten ? status : 'unchanged' }
    const { code, field, value } = found
    return { status: 'rejected', error: problem(locale, code, field, { value }), warnings: [] }
  }
}
