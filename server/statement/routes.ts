import { refuse } from '#contract/core/errors.ts'
import {
  getDealerStatement,
  getOpenDebts,
  getStatement,
  type OpenDebt,
  paidDebtsMax,
} from '#contract/shop/statement.ts'
import { decimal } from '#domain/money/money.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import type { Store } from '#server/settings/settings.ts'
import { findOpenDebts, type OpenDebt as OpenDebtRow } from './allocations.ts'
import { findStatementDealer, presentStatement } from './present-statement.ts'

type Deps = { pool: Pool; store: Store }

export function registerStatement(calls: Calls, deps: Deps): void {
  handle(calls, getStatement, ({ query }, { actor, locale }) =>
    presentStatement(deps, actor.dealer.id, { query, locale }),
  )
  handle(calls, getOpenDebts, async ({ query }, { actor }) => {
    const ids = (query.ids ?? '').split(',').filter((id) => /^\d{1,15}$/.test(id))
    const debts = await findOpenDebts(deps.pool, actor.dealer.id, ids.slice(0, paidDebtsMax).map(Number))
    const total = debts.reduce((sum, { unpaid }) => sum.plus(unpaid), decimal(0))
    return { items: debts.map(presentDebt), total: Number(total.toFixed(2)) }
  })
  handle(calls, getDealerStatement, async ({ params, query }, { locale }) => {
    const dealer = await findStatementDealer(deps.pool, params.id)
    if (dealer === undefined) return refuse('dealer_not_found')
    return { ...(await presentStatement(deps, dealer.id, { query, locale })), dealer }
  })
}

function presentDebt(row: OpenDebtRow): OpenDebt {
  return {
    id: row.id,
    documentNo: row.document_no,
    date: row.posted_on,
    dueDate: row.due_on,
    debit: Number(row.debit),
    unpaid: Number(row.unpaid),
  }
}
