import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { convert, decimal, lira } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { loadFiguresOf } from '#server/statement/statement.ts'
import { limitFrom } from './check-limit.ts'
import { loadTermsOf, sumOpenOrdersOf } from './queries.ts'

/** Amounts in lira at today's rates. `limitLeft`: null without a limit. */
export type DealerLimits = { balance: number; overdue: number; limitLeft: number | null; isBlocked: boolean }

/**
 * What these dealers owe and may still order for, in three statements for any number of dealers. Limits are shown even if
 * the store does not block orders by them.
 */
export async function loadDealerLimits(
  db: Db,
  store: Store,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DealerLimits>> {
  const terms = await loadTermsOf(db, ids)
  const figures = await loadFiguresOf(db, ids, dayInTurkey(new Date()))
  const inBalanceMode = terms.filter(({ risk_mode: mode }) => mode === 'balance').map(({ id }) => id)
  const openOrders = await sumOpenOrdersOf(db, inBalanceMode)
  const { rates } = store.facts()
  return new Map(
    terms.map((row) => {
      const accounts = figures.get(row.id) ?? []
      const sum = (field: 'balance' | 'overdueBalance') =>
        accounts
          .map((account) => convert({ value: account[field], currency: account.currency }, lira, rates))
          .reduce((total, amount) => total.plus(amount), decimal(0))
          .toDecimalPlaces(2)
          .toNumber()
      const limit = limitFrom(row, { accounts, openOrders: openOrders.get(row.id) ?? 0, rates })
      const left = limit?.available.greaterThan(0) === true ? limit.available.toNumber() : 0
      return [
        row.id,
        {
          balance: sum('balance'),
          overdue: sum('overdueBalance'),
          limitLeft: limit === null ? null : left,
          isBlocked: limit?.isBlocked ?? false,
        },
      ]
    }),
  )
}
