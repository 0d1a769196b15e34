import { userRow, writeUsers } from '#contract/integration/account-batches.ts'
import { saveUserRows, type UserRowProblem, type UserRowResult } from '#server/account/account.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Calls } from '#server/visitor/visitor.ts'
import { keysOf } from './account-batches.ts'
import { notWritten, outcomesOf, replyOf } from './batch-reply.ts'
import { checkRows, refuseRepeated } from './check-rows.ts'

type Row = { email: string; dealer?: string | undefined }

/** Registers the call by which programs write users of dealers. */
export function registerUserBatches(calls: Calls, pool: Pool): void {
  handleOnce(calls, pool, writeUsers, async ({ body: { rows, atomic } }, context) => {
    const { locale } = context
    const isAtomic = atomic === true
    const checked = checkRows(rows, userRow, 'email', locale)
    refuseRepeated(checked, ({ email }) => cleanEmail(email), locale)
    const keys = keysOf(rows, ['email'])
    if (isAtomic && checked.bad.size > 0) return replyOf(keys, checked.bad, () => notWritten, false)
    const given = checked.good.map(({ index, row: { email, dealer, name, ...rest } }) => {
      return { ...rest, line: index, email: cleanEmail(email), dealer: dealer?.trim(), name: cleanName(name) }
    })
    const { isWritten, results } = await saveUserRows(pool, given, { author: context, isAtomic })
    const sent = new Map(checked.good.map(({ index, row }) => [index, row]))
    const outcomes = results.map((result) => ({ ...result, problem: problemOf(result, sent.get(result.line)) }))
    return replyOf(keys, checked.bad, outcomesOf(outcomes, isWritten, locale), isWritten)
  })
}

const cleanEmail = (email: string) => email.trim().toLowerCase()
/** The database does not accept NUL. */
const cleanName = (name: string | undefined) => name?.replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim()

const fields: Readonly<Record<UserRowProblem, [code: string, field: 'email' | 'name' | 'dealer']>> = {
  email_invalid: ['email_invalid', 'email'],
  email_taken: ['email_taken', 'email'],
  name_missing: ['value_missing', 'name'],
  dealer_missing: ['value_missing', 'dealer'],
  dealer_unknown: ['dealer_unknown', 'dealer'],
}

function problemOf(
  { problem: found }: UserRowResult,
  row: Row | undefined,
): { code: string; field: string; value: string } | null {
  if (found === null) return null
  const [code, field] = fields[found]
  return { code, field, value: (field === 'dealer' ? row?.dealer : row?.email) ?? '' }
}
