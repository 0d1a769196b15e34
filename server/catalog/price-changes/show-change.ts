import type { getPriceChange, PriceChangeRow, PriceChangeStep } from '#contract/admin/price-changes.ts'
import type { priceChangeSorts } from '#domain/pricing/price-change-states.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Finder } from '#server/catalog/list/finder.ts'
import { moneyOf } from '#server/catalog/price-lists/list-prices.ts'
import { filterParams, loadChoices } from '#server/catalog/price-lists/price-filter.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { parsePaging } from '#server/platform/http/list-paging.ts'
import { listedColumns, listedJoins, type ListedRow, presentListed } from './list-changes.ts'
import {
  allRows,
  besideRows,
  changedRows,
  isBelowCost,
  isBelowFloor,
  isConflict,
  isShown,
  loadFloors,
  parseRowsQuery,
  type RowsView,
} from './row-filter.ts'

type Query = Input<typeof getPriceChange>['query']
type Detail = Reply<typeof getPriceChange>

export async function showChange(
  db: Db,
  finder: Finder,
  { id, query, secondOver }: { id: number; query: Query; secondOver: number },
): Promise<Detail | Refusal> {
  const change = await loadChange(db, id)
  if (change === undefined) return refuse('price_change_not_found')
  const view = parseRowsQuery(query)
  const { page, limit } = parsePaging(query)
  const params = await rowParams(db, finder, { id, list: change.list.id, view })
  const compares = { isOpen: change.publishedAt === null, hasChanged: await hasListChanged(db, id) }
  const [figures, ids] = await Promise.all([
    countShown(db, params, compares),
    findRows(db, view, params, { limit, offset: (page - 1) * limit }),
  ])
  const [items, steps, choices, currencies] = await Promise.all([
    loadRows(db, { id, list: change.list.id, floors: params[6] as string, state: change.state }, ids),
    loadSteps(db, id),
    loadChoices(db),
    db.query<{ code: string }>('SELECT code FROM currencies ORDER BY is_default DESC, position, code'),
  ])
  const { average, highest, lowest, ...counts } = figures
  const total = counts[view.show] ?? 0
  return {
    change,
    steps,
    items,
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    limit,
    ...view,
    counts: counts as Detail['counts'],
    average,
    highest,
    lowest,
    ...choices,
    currencies: currencies.map(({ code }) => code),
    secondOver,
  }
}

type ChangeDetailRow = ListedRow & {
  revision: number
  overwrites: boolean
  problem: string | null
  approvedBy: string | null
  requested_by: number | null
  requester: string | null
  undoes_id: number | null
  undoes_name: string | null
  undone_id: number | null
  undone_state: Detail['change']['state'] | null
}

async function loadChange(db: Db, id: number): Promise<Detail['change'] | undefined> {
  const row = await db.one<ChangeDetailRow>(
    `SELECT ${listedColumns}, c.revision, c.overwrites, c.problem, approver.name AS "approvedBy",
            coalesce(c.requested_by, requester_key.created_by) AS requested_by,
            coalesce(requester.name, requester_key.name) AS requester, c.undoes_id, undone.name AS undoes_name, reversal.id AS undone_id,
            reversal.state AS undone_state
       FROM ${listedJoins}
       LEFT JOIN users requester ON requester.id = c.requested_by
       LEFT JOIN api_keys requester_key ON requester_key.id = c.requested_by_key
       LEFT JOIN users approver ON approver.id = c.approved_by
       LEFT JOIN price_changes undone ON undone.id = c.undoes_id
       LEFT JOIN price_changes reversal ON reversal.undoes_id = c.id
      WHERE c.id = $1`,
    [id],
  )
  if (row === undefined) return undefined
  const { requested_by, requester, undoes_id, undoes_name, undone_id, undone_state, ...rest } = row
  return {
    ...presentListed(rest),
    requestedBy: requester === null ? null : { id: requested_by, name: requester },
    undoes: undoes_id === null ? null : { id: undoes_id, name: undoes_name ?? '' },
    undoneBy: undone_id === null || undone_state === null ? null : { id: undone_id, state: undone_state },
  }
}

/** The parameters of `changedRows`. */
export async function rowParams(
  db: Db,
  finder: Finder,
  { id, list, view }: { id: number; list: number; view: RowsView },
): Promise<unknown[]> {
  return [...(await filterParams(db, view, finder)), id, list, view.over, await loadFloors(db)]
}

type Figures = Record<string, number | null> & { average: number | null; highest: number | null; lowest: number | null }

/** Counted from the rows alone. */
const plainShows = ['all', 'dearer', 'cheaper', 'new', 'removed', 'currency', 'other', 'large', 'left'] as const
/** The test of row types needs the conditions by name; `isShown` also has those that join other tables. */
const plainShown = {
  all: isShown.all,
  dearer: isShown.dearer,
  cheaper: isShown.cheaper,
  new: isShown.new,
  removed: isShown.removed,
  currency: isShown.currency,
  other: isShown.other,
  large: isShown.large,
  left: isShown.left,
} satisfies Record<(typeof plainShows)[number], string>
const isPlain = (show: RowsView['show']): show is keyof typeof plainShown => show in plainShown
const plainCounts = `SELECT ${plainShows.map((show) => `count(*) FILTER (WHERE ${isShown[show]}) AS "${show}"`).join(', ')},
  round(avg(r.percent), 2)::float8 AS average, max(r.percent)::float8 AS highest, min(r.percent)::float8 AS lowest`
/** Of what is not published yet: compared with present prices, costs and floors. */
const comparedShows = ['conflict', 'belowCost', 'belowFloor'] as const
// Every parameter has to be used.
const isUsed = '$6::numeric IS NOT NULL AND $7::jsonb IS NOT NULL'

const isNarrowed = (params: readonly unknown[]): boolean => params.slice(0, 3).some((param) => param !== null)

/** Whether the list has changed since the draft was begun; the minute is for transactions that were open then. */
async function hasListChanged(db: Db, id: number): Promise<boolean> {
  const row = await db.one(
    `SELECT FROM price_changes c JOIN price_lists l ON l.id = c.price_list_id
      WHERE c.id = $1 AND l.changed_at > c.created_at - interval '1 minute'`,
    [id],
  )
  return row !== undefined
}

/** Counted within the filter by text, brand and category. One statement for each comparison: they run beside each other. */
async function countShown(
  db: Db,
  params: readonly unknown[],
  { isOpen, hasChanged }: { isOpen: boolean; hasChanged: boolean },
): Promise<Figures> {
  const isNarrow = isNarrowed(params)
  const [row, ...compared] = await Promise.all([
    isNarrow
      ? db.one<Figures>(`${plainCounts} ${changedRows} AND ${isUsed}`, params)
      : db.one<Figures>(`${plainCounts} ${allRows} AND ${isUsed}`, params),
    ...(isOpen ? comparedShows : []).map((show) =>
      show === 'conflict' && !hasChanged ? Promise.resolve(0) : countCompared(db, show, params),
    ),
  ])
  if (row === undefined) throw new Error('Could not count the rows.')
  return { ...row, ...Object.fromEntries(comparedShows.map((show, at) => [show, compared[at] ?? 0])) }
}

async function countCompared(
  db: Db,
  show: (typeof comparedShows)[number],
  params: readonly unknown[],
): Promise<number> {
  if (show === 'belowFloor' && params[6] === '[]') return 0
  const row = await db.one<{ count: number }>(
    `SELECT count(*) AS count ${changedRows} AND ${isShown[show]} AND ${isUsed}`,
    params,
  )
  return row?.count ?? 0
}

const orders: Record<(typeof priceChangeSorts)[number], string> = {
  change: 'abs(r.percent) DESC NULLS FIRST, p.code, u.position, u.id',
  rise: 'r.percent DESC NULLS LAST, p.code, u.position, u.id',
  fall: 'r.percent NULLS LAST, p.code, u.position, u.id',
  code: 'p.code, u.id <> p.default_unit_id, u.position, u.id',
}

/** Without the products, which would have to be joined to all rows. */
const plainOrders = {
  change: 'abs(r.percent) DESC NULLS FIRST, r.unit_id',
  rise: 'r.percent DESC NULLS LAST, r.unit_id',
  fall: 'r.percent NULLS LAST, r.unit_id',
} as const

/** The units of one page, or of all rows that are shown. */
export async function findRows(
  db: Db,
  { show, sort }: Pick<RowsView, 'show' | 'sort'>,
  params: readonly unknown[],
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  if (isPlain(show) && sort !== 'code' && !isNarrowed(params)) {
    const rows = await db.query<{ id: number }>(
      `SELECT r.unit_id AS id ${allRows} AND ${plainShown[show]} AND ${isUsed}
        ORDER BY ${plainOrders[sort]} LIMIT ${limit} OFFSET ${offset}`,
      params,
    )
    return rows.map(({ id }) => id)
  }
  const rows = await db.query<{ id: number }>(
    `SELECT u.id ${changedRows} AND ${isShown[show]} AND ${isUsed}
      ORDER BY ${orders[sort]} LIMIT ${limit} OFFSET ${offset}`,
    params,
  )
  return rows.map(({ id }) => id)
}

type Row = Omit<PriceChangeRow, 'before' | 'after' | 'now' | 'outcome'> & {
  before_value: string | null
  before_currency: string | null
  after_value: string | null
  after_currency: string | null
  now_value: string | null
  now_currency: string | null
  conflict: 'left' | 'overwritten' | null
}

type Shown = { id: number; list: number; floors: string; state: Detail['change']['state'] }

/** The rows of these units, in their order. */
export async function loadRows(
  db: Db,
  { id, list, floors, state }: Shown,
  units: readonly number[],
): Promise<PriceChangeRow[]> {
  const isPublished = state === 'published' || state === 'undone'
  const rows = await db.query<Row>(
    `SELECT u.id AS "unitId", p.id AS "productId", p.code, p.name, u.name AS unit, r.kind, r.percent::float8 AS percent,
            r.before_values[1] AS before_value, r.before_currencies[1] AS before_currency,
            r.after_values[1] AS after_value, r.after_currencies[1] AS after_currency,
            now.values[1] AS now_value, now.currencies[1] AS now_currency, r.conflict,
            ${isConflict} AS "isConflict", ${isBelowCost} AS "isBelowCost",
            ${isBelowFloor('$4')} AS "isBelowFloor"
       FROM unnest($1::integer[]) WITH ORDINALITY AS wanted (id, place)
       JOIN price_change_rows r ON r.unit_id = wanted.id AND r.change_id = $2
       JOIN product_units u ON u.id = r.unit_id
       JOIN products p ON p.id = u.product_id
       ${besideRows('$3')}
      ORDER BY wanted.place`,
    [units, id, list, floors],
  )
  return rows.map((row) => {
    const { before_value, before_currency, after_value, after_currency, now_value, now_currency, conflict, ...rest } =
      row
    return {
      ...rest,
      before: moneyOf(before_value, before_currency),
      after: moneyOf(after_value, after_currency),
      now: moneyOf(now_value, now_currency),
      outcome: isPublished ? (conflict === 'left' ? ('left' as const) : ('applied' as const)) : null,
    }
  })
}

async function loadSteps(db: Db, id: number): Promise<PriceChangeStep[]> {
  const rows = await db.query<Omit<PriceChangeStep, 'at'> & { made_at: Date }>(
    `SELECT s.id, s.kind, s.facts, s.problems, coalesce(u.name, k.name) AS user, s.made_at
       FROM price_change_steps s LEFT JOIN users u ON u.id = s.made_by LEFT JOIN api_keys k ON k.id = s.made_by_key WHERE s.change_id = $1 ORDER BY s.id`,
    [id],
  )
  return rows.map(({ made_at, ...step }) => ({ ...step, at: made_at.toISOString() }))
}
