import {
  type AdminLimitApproval,
  approveLimit,
  getLimitApproval,
  type ListedLimitApproval,
  listLimitApprovals,
  refuseLimit,
} from '#contract/admin/limit-approvals.ts'
import { adminLimitApprovalsPath } from '#contract/core/admin-pages.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { decimal } from '#domain/money/money.ts'
import { limitApprovalStates } from '#domain/orders/limit-approval.ts'
import { dayInTurkey, parsePeriod } from '#domain/text/calendar-day.ts'
import { columnsOf, type ExportColumn, type ExportSource, oneBatch } from '#server/exports/exports.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { readLimitCheck } from '#server/risk/check-limit.ts'
import {
  type ApprovalFilter,
  countApprovals,
  findApproval,
  findApprovals,
  type LimitApprovalRow,
  loadApprovalLines,
  stateOf,
} from './approval-rows.ts'
import { decideApproval, type Decision } from './decide.ts'

type Deps = { pool: Pool; store: Store; now?: () => Date }
type ListQuery = Partial<Record<'state' | 'q' | 'from' | 'to', string | undefined>>

/** Parses the filters of the list. Invalid values are ignored. */
function parseFilter(query: ListQuery): ApprovalFilter {
  const state = limitApprovalStates.find((each) => each === query.state) ?? null
  return { state, q: cleanText(query.q), ...parsePeriod(query) }
}

/** The calls of staff, who decide about orders over the limit. */
export function registerLimitApprovals(calls: Calls, { pool, store, now = () => new Date() }: Deps): void {
  handle(calls, listLimitApprovals, async ({ query }) => {
    const { page, limit } = parsePaging(query)
    const filter = parseFilter(query)
    const at = now()
    const [total, rows] = await Promise.all([
      countApprovals(pool, filter, at),
      findApprovals(pool, filter, { now: at, limit, offset: (page - 1) * limit }),
    ])
    const items = rows.map((row) => presentListed(row, at))
    return {
      items,
      total,
      page,
      pages: Math.max(1, Math.ceil(total / limit)),
      limit,
      sort: '-date' as const,
      ...filter,
    }
  })

  const load = async (id: number, locale: Locale): Promise<AdminLimitApproval | Refusal> => {
    const row = await findApproval(pool, id)
    if (row === undefined) return refuse('limit_approval_not_found')
    const lines = await loadApprovalLines(pool, id)
    const request = {
      dealerId: row.dealer_id,
      isOn: true,
      rates: store.facts().rates,
      today: dayInTurkey(new Date()),
    }
    const { limit, sums } = await readLimitCheck(pool, request, decimal(row.total_try))
    return {
      ...presentListed(row, now()),
      promotions: presentPromotions(row, locale),
      lines: lines.map(({ price, ...line }) => ({ ...line, price: { ...price, value: Number(price.value) } })),
      limit: limit && {
        riskLimit: Number(limit.riskLimit),
        mode: limit.mode,
        isBlocked: limit.isBlocked,
        available: limit.available.toNumber(),
        sums: (sums ?? []).map(({ value, currency }) => ({ value: Number(value), currency })),
      },
    }
  }
  handle(calls, getLimitApproval, ({ params }, context) => load(params.id, context.locale))

  const decide = async (context: Parameters<typeof decideApproval>[1] & { locale: Locale }, decision: Decision) => {
    const decided = await decideApproval(pool, context, decision)
    return decided.ok ? load(decision.id, context.locale) : decided
  }
  handle(calls, approveLimit, ({ params: { id }, body: { days, reason } }, context) =>
    decide(context, { id, to: 'approved', days, reason, now: now() }),
  )
  handle(calls, refuseLimit, ({ params: { id }, body: { reason } }, context) =>
    decide(context, { id, to: 'refused', reason, now: now() }),
  )
}

function presentPromotions({ facts, currency }: LimitApprovalRow, locale: Locale): AdminLimitApproval['promotions'] {
  if (facts.promotions === undefined) return null
  const { names, amount, subtotal, tax } = facts.promotions
  const [off, net, vat] = [amount, subtotal, tax].map((value) => ({ value: Number(value), currency }))
  return { names: names[locale], amount: off!, subtotal: net!, tax: vat! }
}

function presentListed(row: LimitApprovalRow, now: Date): ListedLimitApproval {
  return {
    id: row.id,
    date: row.created_at.toISOString(),
    state: stateOf(row, now),
    expiresAt: row.expires_at.toISOString(),
    dealer: { id: row.dealer_id, code: row.dealer_code, name: row.dealer },
    user: row.user_name,
    note: row.note,
    total: { value: Number(row.total), currency: row.currency },
    totalTry: Number(row.total_try),
    excess: Number(row.facts.excess),
    reason: row.reason,
    decidedBy: row.decider,
    orderNo: row.order_no,
    orderId: row.order_id,
  }
}

const columns: ExportColumn[] = [
  ['date', 'day', 12],
  ['dealerCode', 'text', 16],
  ['dealer', 'text', 40],
  ['user', 'text', 24],
  ['state', 'text', 18],
  ['totalTry', 'amount', 16],
  ['excess', 'amount', 16],
  ['note', 'text', 40],
  ['reason', 'text', 40],
  ['decidedBy', 'text', 24],
  ['orderNo', 'text', 16],
]

/** The list as a file. */
export function limitApprovalsExport(pool: Pool): ExportSource {
  return {
    name: 'limitApprovals',
    page: adminLimitApprovalsPath,
    area: 'orders',
    fileName: 'limit-onaylari',
    sheet: (locale) => ({
      name: translate(locale, 'administration.limitApprovals.title'),
      columns: columnsOf(columns, (name) => translate(locale, `administration.exports.limitApprovals.${name}`)),
    }),
    async open(query, locale) {
      const now = new Date()
      const rows = await findApprovals(pool, parseFilter(query), { now, limit: null, offset: 0 })
      return oneBatch(rows.map((row) => cellsOf(row, locale, now)))
    },
  }
}

function cellsOf(row: LimitApprovalRow, locale: Locale, now: Date): XlsxCell[] {
  return [
    dayInTurkey(row.created_at),
    row.dealer_code,
    row.dealer,
    row.user_name,
    translate(locale, `limitApprovals.states.${stateOf(row, now)}`),
    row.total_try,
    row.facts.excess,
    row.note,
    row.reason,
    row.decider ?? '',
    row.order_no ?? '',
  ]
}
