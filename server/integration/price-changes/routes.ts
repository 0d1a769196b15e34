import type * as z from 'zod/mini'
import { isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import {
  createProgramChange,
  deleteProgramChange,
  getProgramChange,
  listProgramChanges,
  priceChangePrice,
  publishProgramChange,
  undoProgramChange,
  withdrawProgramChange,
  writePricesOfChange,
} from '#contract/integration/price-changes.ts'
import { type Catalog, type LineProblem, type PricesWritten, programChanges } from '#server/catalog/catalog.ts'
import { keysOf } from '#server/integration/batches/account-batches.ts'
import { type BatchProblem, type Checked, checkRows, problem } from '#server/integration/batches/check-rows.ts'
import { handleOnce } from '#server/integration/repeated-requests.ts'
import { readPage } from '#server/integration/stored/routes.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle, type ServiceContext } from '#server/visitor/visitor.ts'

type Deps = { pool: Pool; store: Store; catalog: Catalog; now(): Date }

/** Registers the calls by which programs prepare, publish and undo price changes. */
export function registerProgramChanges(calls: Calls, { pool, store, catalog, now }: Deps): void {
  const terms = () => ({ secondOver: store.facts().settings.pricesNeedTwoOver, now: now() })

  handle(calls, listProgramChanges, ({ query }, by) => readPage(query, (page) => programChanges.list(pool, by, page)))
  handle(calls, getProgramChange, async ({ params, query }, by) =>
    programChanges.show(pool, by, await catalog.finder(), { ...params, query, secondOver: terms().secondOver }),
  )
  handleOnce(calls, pool, createProgramChange, async ({ body: { name, priceList, rows, atomic } }, by) => {
    const checked = checkRows(rows, priceChangePrice, 'code', by.locale)
    const given = { name: name.trim(), priceList, ...pricesOf(checked, atomic) }
    return presentWritten(pool, by, { rows, checked, written: await programChanges.create(pool, by, given) })
  })
  handleOnce(calls, pool, writePricesOfChange, async ({ params, body: { revision, rows, atomic } }, by) => {
    const checked = checkRows(rows, priceChangePrice, 'code', by.locale)
    const given = { ...params, revision, ...pricesOf(checked, atomic) }
    return presentWritten(pool, by, { rows, checked, written: await programChanges.setPrices(pool, by, given) })
  })
  handleOnce(calls, pool, publishProgramChange, ({ params, body }, by) =>
    programChanges.publish(pool, by, { ...params, body }, terms()),
  )
  handleOnce(calls, pool, withdrawProgramChange, ({ params }, by) => programChanges.withdraw(pool, by, params.id))
  handleOnce(calls, pool, undoProgramChange, ({ params }, by) => programChanges.undo(pool, by, params.id, terms()))
  handleOnce(calls, pool, deleteProgramChange, ({ params }, by) => programChanges.remove(pool, by, params.id))
}

type Price = z.output<typeof priceChangePrice>

const pricesOf = ({ good, bad }: Checked<Price>, atomic: boolean | undefined) => ({
  rows: good.map(({ index, row }) => ({ line: index, ...row })),
  isAtomic: atomic === true,
  hasBad: bad.size > 0,
})

type Written = { rows: readonly object[]; checked: Checked<Price>; written: PricesWritten | Refusal }

async function presentWritten(
  pool: Pool,
  by: ServiceContext,
  { rows, checked, written }: Written,
): Promise<Reply<typeof writePricesOfChange> | Refusal> {
  if (isRefusal(written)) return written
  const change = written.id === null ? null : await programChanges.record(pool, by, written.id)
  if (change === undefined) return refuse('price_change_not_found')
  const found = new Map([
    ...checked.bad,
    ...written.problems.map((each) => [each.line, presentProblem(by, each)] as const),
  ])
  const keys = keysOf(rows, ['code', 'unit'])
  const problems = [...found]
    .toSorted(([one], [other]) => one - other)
    .map(([row, each]) => ({ row, key: keys[row] ?? '', ...each }))
  return { isWritten: change !== null, change, changed: written.units, rejected: problems.length, problems }
}

function presentProblem({ locale }: ServiceContext, { problem: kind, facts }: LineProblem): BatchProblem {
  if (kind === 'code') return problem(locale, 'product_unknown', 'code')
  if (kind === 'unit') return problem(locale, 'unit_unknown', 'unit', { value: facts['unit'] ?? '' })
  if (kind === 'currency') return problem(locale, 'currency_unknown', 'currency', { value: facts['currency'] ?? '' })
  if (kind === 'repeated') return problem(locale, 'key_repeated', null, { first: facts['line'] ?? 0 })
  return problem(locale, 'value_invalid', 'price', { value: facts['price'] ?? '' })
}
