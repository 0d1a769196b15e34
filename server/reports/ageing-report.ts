import { decimal, roundMoney } from '#domain/money/money.ts'
import { compareTurkish } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadFiguresOf } from '#server/statement/statement.ts'
import type { ReportQuery } from './report-query.ts'
import type { NamedRow, Part, Rates, ReportRows } from './report-rows.ts'
import { dealerConditions, joinRepresentative, Params } from './report-sql.ts'

const columns = ['balance', 'overdue', 'notDue', 'days30', 'days60', 'days90', 'older', 'late'] as const
type Figures = Record<(typeof columns)[number], number>

type DealerRow = { id: number; code: string; name: string; region: string; representative: string }

/**
 * What dealers owe today and for how long it has been due, in lira by the rates of today. `late`: days since the oldest
 * debt was due. `overdue` may differ from the sum of its parts where the ERP gives it without movements.
 */
export async function loadAgeing(
  db: Db,
  query: ReportQuery,
  { rates, part }: { rates: Rates; part: Part },
): Promise<ReportRows> {
  const params = new Params()
  const conditions = ['true', ...dealerConditions(params, query)]
  const dealers = await db.query<DealerRow>(
    `SELECT d.id, d.code, d.name, d.region, representative.name AS representative FROM dealers d ${joinRepresentative('d.id')}
      WHERE ${conditions.join(' AND ')}
        AND (d.balance <> 0 OR d.overdue_balance > 0 OR EXISTS (SELECT FROM dealer_balances b WHERE b.dealer_id = d.id))
      ORDER BY d.id`,
    params.values,
  )
  const accounts = await loadFiguresOf(
    db,
    dealers.map(({ id }) => id),
    query.to,
  )
  const ofDealers = dealers.flatMap((dealer) => {
    const figures = (accounts.get(dealer.id) ?? []).map((account) => inLira(account, rates))
    const sum = sumOf(figures)
    return sum.balance === 0 && sum.overdue === 0 && sum.notDue === 0 ? [] : [{ dealer, figures: sum }]
  })
  const groups = Map.groupBy(ofDealers, ({ dealer }) =>
    query.by === 'representative' ? dealer.representative : query.by === 'region' ? dealer.region : String(dealer.id),
  )
  const rows = [...groups].map(([key, own]): NamedRow => {
    const [first] = own
    const names =
      query.by === 'dealer'
        ? { name: first?.dealer.name ?? '', code: first?.dealer.code ?? '' }
        : { name: key, code: '' }
    return { key, ...names, values: sumOf(own.map(({ figures }) => figures)) }
  })
  const { late: _late, ...sums } = sumOf(ofDealers.map(({ figures }) => figures))
  const sorted = rows.toSorted(orderBy(query.sort))
  return {
    rows: part === null ? sorted : sorted.slice(part.offset, part.offset + part.limit),
    total: rows.length,
    sums: rows.length === 0 ? null : sums,
  }
}

type Account = Awaited<ReturnType<typeof loadFiguresOf>> extends Map<number, (infer A)[]> ? A : never

function inLira(
  { currency, balance, overdueBalance, overdueBalanceExpiryDay, ageing }: Account,
  rates: Rates,
): Figures {
  const rate = currency === 'TRY' ? 1 : (rates[currency] ?? 0)
  const lira = (value: number) => roundMoney(decimal(value).times(rate)).toNumber()
  return {
    balance: lira(balance),
    overdue: lira(overdueBalance),
    notDue: lira(ageing.notDue),
    days30: lira(ageing.days30),
    days60: lira(ageing.days60),
    days90: lira(ageing.days90),
    older: lira(ageing.older),
    late: overdueBalanceExpiryDay,
  }
}

function sumOf(figures: readonly Figures[]): Figures {
  const sum = (name: keyof Figures) => figures.reduce((total, each) => total.plus(each[name]), decimal(0)).toNumber()
  const sums = Object.fromEntries(columns.map((name) => [name, sum(name)])) as Figures
  return { ...sums, late: Math.max(0, ...figures.map(({ late }) => late)) }
}

/** By a column or the name, as the query has parsed it. */
function orderBy(sort: string): (a: NamedRow, b: NamedRow) => number {
  const name = sort.replace(/^-/, '')
  const direction = sort.startsWith('-') ? -1 : 1
  if (name === 'name') return (a, b) => direction * compareTurkish(a.name, b.name)
  const value = ({ values }: NamedRow) => Number(values[name] ?? 0)
  return (a, b) => direction * (value(a) - value(b)) || compareTurkish(a.name, b.name)
}
