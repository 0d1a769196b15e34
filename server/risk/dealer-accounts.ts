import type { AccountFigures } from '#contract/shop/statement.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { lira } from '#domain/money/money.ts'
import { isOverLimit } from '#domain/orders/risk-limit.ts'
import type { DealerAccount, DealerAccounts } from '#server/account/account.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { findOverdueDealers, loadFiguresOf } from '#server/statement/statement.ts'
import { limitFrom } from './check-limit.ts'
import { findLimited, loadTermsOf, sumOpenOrdersOf } from './queries.ts'

/**
 * What administrators see of dealers' accounts: today's figures at today's rates, and whether they exceed the dealer's
 * limit. Shown even if the store does not block orders by limits.
 */
export function openDealerAccounts(store: Store): DealerAccounts {
  async function load(db: Db, ids: readonly number[]): Promise<Map<number, DealerAccount>> {
    const terms = await loadTermsOf(db, ids)
    const figures = await loadFiguresOf(db, ids, dayInTurkey(new Date()))
    const inBalanceMode = terms.filter(({ risk_mode: mode }) => mode === 'balance').map(({ id }) => id)
    const openOrders = await sumOpenOrdersOf(db, inBalanceMode)
    const { rates } = store.facts()
    return new Map(
      terms.map((row) => {
        const accounts = figures.get(row.id) ?? []
        const limit = limitFrom(row, { accounts, openOrders: openOrders.get(row.id) ?? 0, rates })
        return [row.id, { ...present(accounts), isOverLimit: isOverLimit(limit) }]
      }),
    )
  }
  return {
    load,
    async findOverLimit(db) {
      const accounts = await load(db, await findLimited(db))
      return [...accounts].filter(([, account]) => account.isOverLimit).map(([id]) => id)
    },
    findOverdue: (db) => findOverdueDealers(db, dayInTurkey(new Date())),
  }
}

function present(accounts: readonly AccountFigures[]): Omit<DealerAccount, 'isOverLimit'> {
  const own = accounts.find(({ currency }) => currency === lira)
  const foreign = accounts.filter(({ currency }) => currency !== lira)
  return {
    balance: own?.balance ?? 0,
    overdueBalance: own?.overdueBalance ?? 0,
    foreignBalances: foreign
      .filter(({ balance }) => balance !== 0)
      .map(({ balance: value, currency }) => ({ value, currency })),
    foreignOverdue: foreign
      .filter(({ overdueBalance }) => overdueBalance > 0)
      .map(({ overdueBalance: value, currency }) => ({ value, currency })),
  }
}
