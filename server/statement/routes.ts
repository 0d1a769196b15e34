import { refuse } from '#contract/core/errors.ts'
import { getDealerStatement, getStatement } from '#contract/shop/statement.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import type { Store } from '#server/settings/settings.ts'
import { findStatementDealer, presentStatement } from './present-statement.ts'

type Deps = { pool: Pool; store: Store }

export function registerStatement(calls: Calls, deps: Deps): void {
  handle(calls, getStatement, ({ query }, { actor, locale }) =>
    presentStatement(deps, actor.dealer.id, { query, locale }),
  )
  handle(calls, getDealerStatement, async ({ params, query }, { locale }) => {
    const dealer = await findStatementDealer(deps.pool, params.id)
    if (dealer === undefined) return refuse('dealer_not_found')
    return { ...(await presentStatement(deps, dealer.id, { query, locale })), dealer }
  })
}
