import type { Day } from '#domain/text/calendar-day.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { isUnavailable } from '#server/platform/db/failure.ts'
import { compareList } from './compare-list.ts'

/** Reads and compares the bank's list of a day: `open` if it could not be read, `none` if the protocol has no list. */
export async function readBankList(
  deps: PaymentDeps,
  posAccountId: number,
  day: Day,
): Promise<'open' | 'read' | 'none'> {
  try {
    const gateway = await deps.gatewayOf(deps.pool, posAccountId)
    if (gateway.transactions === undefined) return 'none'
    const list = await gateway.transactions(day)
    if (list.ok) {
      await compareList(deps, { posAccountId, day, transactions: list.transactions })
      return 'read'
    }
    deps.warn({ account: posAccountId, day, reason: list.text }, 'The list of a bank could not be read')
  } catch (error) {
    if (isUnavailable(error)) throw error
    deps.warn({ account: posAccountId, day, reason: String(error) }, 'The list of a bank could not be compared')
  }
  return 'open'
}
