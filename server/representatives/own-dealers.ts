import {
  type listOwnDealers,
  type OwnDealer,
  type OwnDealerDetail,
  type OwnDealerShow,
  ownDealerShows,
  type OwnDealerSort,
  ownDealerSorts,
} from '#contract/admin/representatives.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { type Day, dayInTurkey, daysBetween } from '#domain/text/calendar-day.ts'
import { decimal } from '#domain/money/money.ts'
import { compareTurkish, fold } from '#domain/text/text.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type DealerLimits, loadDealerLimits } from '#server/risk/risk.ts'
import type { Store } from '#server/settings/settings.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { loadOwnDealers, loadRecentOrders, loadVisits, type Owner, type OwnDealerRow } from './own-dealer-rows.ts'
import { listRepresentativeNames } from './team-rows.ts'

/** Days without an order after which a dealer counts as silent. */
const silentDays = 30

/** Representatives see their own dealers; with `sales:read` everybody's. */
export const ownerOf = ({ userId, permissions }: Actor): Owner => (permissions.has('sales:read') ? null : userId)

export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`

/** The search words of a list as patterns for `search_text`. */
const patternsOf = (q: string): string[] =>
  fold(q)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

type Deps = { db: Db; store: Store; actor: Actor; today: Day }

/** One page of the dealers, with sums over all of them. The number of statements does not depend on that of dealers. */
export async function listDealers(
  { db, store, actor, today }: Deps,
  query: Input<typeof listOwnDealers>['query'],
): Promise<Reply<typeof listOwnDealers>> {
  const seesAll = ownerOf(actor) === null
  const chosen = seesAll && /^[1-9]\d{0,8}$/.test(query.representative ?? '') ? Number(query.representative) : null
  const q = cleanText(query.q)
  const show = ownDealerShows.find((each) => each === query.show) ?? null
  const sort = ownDealerSorts.find((each) => each === query.sort) ?? 'name'
  const rows = await loadOwnDealers(db, {
    owner: seesAll ? chosen : actor.userId,
    patterns: patternsOf(q),
    month: monthOf(today),
  })
  const limits = await loadDealerLimits(
    db,
    store,
    rows.map(({ id }) => id),
  )
  const all = rows.map((row) => presentDealer(row, limits.get(row.id), { actor, today }))
  const shown = all.filter((dealer) => show === null || conditions[show](dealer)).toSorted(orderOf(sort))
  const { page, limit } = parsePaging(query)
  const names = chosen === null ? [] : await listRepresentativeNames(db)
  return {
    items: shown.slice((page - 1) * limit, page * limit),
    total: shown.length,
    page,
    limit,
    pages: Math.max(1, Math.ceil(shown.length / limit)),
    q,
    show,
    sort,
    representative: names.find(({ id }) => id === chosen) ?? null,
    sums: {
      balance: sum(shown, ({ balance }) => balance),
      overdue: sum(shown, ({ overdue }) => overdue),
      target: sum(shown, ({ target }) => target ?? 0),
      sold: sum(shown, ({ sold }) => sold),
      due: shown.filter(conditions.step_due).length,
    },
    seesAll,
  }
}

const sum = (dealers: readonly OwnDealer[], amountOf: (dealer: OwnDealer) => number): number =>
  dealers.reduce((total, dealer) => total.plus(amountOf(dealer)), decimal(0)).toNumber()

const conditions: Record<OwnDealerShow, (dealer: OwnDealer) => boolean> = {
  overdue: ({ overdue }) => overdue > 0,
  silent: ({ daysSinceOrder }) => daysSinceOrder === null || daysSinceOrder >= silentDays,
  below_target: ({ target, sold }) => target !== null && sold < target,
  step_due: ({ nextStep }) => nextStep?.isDue === true,
}

/** The share of the target that is reached; dealers without a target come last. */
const share = ({ target, sold }: OwnDealer): number => (target === null ? Number.MAX_VALUE : sold / target)
const daysOf = ({ daysSinceOrder }: OwnDealer): number => daysSinceOrder ?? Number.MAX_VALUE

const orders: Record<string, (a: OwnDealer, b: OwnDealer) => number> = {
  name: (a, b) => compareTurkish(a.name, b.name),
  balance: (a, b) => a.balance - b.balance,
  overdue: (a, b) => a.overdue - b.overdue,
  days: (a, b) => daysOf(a) - daysOf(b),
  target: (a, b) => share(a) - share(b),
}

function orderOf(sort: OwnDealerSort): (a: OwnDealer, b: OwnDealer) => number {
  const order = orders[sort.replace('-', '')] ?? orders['name']
  const sign = sort.startsWith('-') ? -1 : 1
  return (a, b) => sign * (order?.(a, b) ?? 0) || a.id - b.id
}

const settled: DealerLimits = { balance: 0, overdue: 0, limitLeft: null, isBlocked: false }

function presentDealer(
  row: OwnDealerRow,
  { balance, overdue, limitLeft, isBlocked }: DealerLimits = settled,
  { actor, today }: { actor: Actor; today: Day },
): OwnDealer {
  const { id, code, name, city, phone, last_order: last, next_step: step } = row
  const lastDate = last === null ? null : new Date(last.date)
  return {
    id,
    code,
    name,
    city,
    phone,
    representative: row.representative,
    isOwn: row.representative_id === actor.userId,
    lastOrder:
      last === null || lastDate === null
        ? null
        : { orderNo: last.orderNo, date: lastDate.toISOString(), totalTry: Number(last.totalTry) },
    daysSinceOrder: lastDate === null ? null : Math.max(0, daysBetween(dayInTurkey(lastDate), today)),
    balance,
    overdue,
    limitLeft,
    isOrderBlocked: isBlocked,
    openOffers: row.open_offers,
    target: row.target === null ? null : Number(row.target),
    sold: Number(row.sold),
    nextStep: step === null ? null : { ...step, isDue: step.on <= today },
  }
}

/** A dealer that the actor may see, or why not: dealers of other representatives do not exist for it. */
export async function findOwnDealer({ db, store, actor, today }: Deps, id: number): Promise<OwnDealerDetail | Refusal> {
  const [row] = await loadOwnDealers(db, {
    owner: ownerOf(actor),
    dealerId: id,
    patterns: [],
    month: monthOf(today),
  })
  if (row === undefined) return refuse('dealer_not_found')
  const limits = await loadDealerLimits(db, store, [id])
  const visits = await loadVisits(db, id)
  const recent = await loadRecentOrders(db, id)
  return {
    ...presentDealer(row, limits.get(id), { actor, today }),
    contactName: row.contact_name,
    email: row.email,
    address: row.address,
    orders: recent.map(({ order_no, created_at, total_try, state, creator }) => ({
      orderNo: order_no,
      date: created_at.toISOString(),
      totalTry: Number(total_try),
      state,
      creator,
    })),
    visits: visits.map(({ next_step, next_on, is_done, ...visit }) => ({
      ...visit,
      nextStep:
        next_on === null
          ? null
          : { text: next_step, on: next_on, isDone: is_done, isDue: !is_done && next_on <= today },
    })),
  }
}
