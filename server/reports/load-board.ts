import { type BoardTask, boardTaskAreas, boardTasks, type getBoard, type Sales } from '#contract/admin/board.ts'
import type { Permission } from '#domain/people/permissions.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { decimal } from '#domain/money/money.ts'
import { chartDays, type Comparison, firstSalesDay, type Period, salesPeriods } from '#domain/reports/sales-periods.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'
import { addDays, type Day } from '#domain/text/calendar-day.ts'
import { countReadyLines } from '#server/back-orders/back-orders.ts'
import { countTransferWork } from '#server/bank-transfers/bank-transfers.ts'
import { countRanOut } from '#server/catalog/catalog.ts'
import { countTroubledErps } from '#server/erp/erp.ts'
import { countEndedRates } from '#server/exchange-rates/exchange-rates.ts'
import { countFailedWebhooks } from '#server/integration/integration.ts'
import { countFailedEmails } from '#server/monitoring/monitoring.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { countOverdueDealers } from '#server/statement/statement.ts'
import { countTasks, loadBestDealers, loadBestProducts, loadSalesByDay, type SalesDayRow } from './board-rows.ts'

/** Best dealers, and best products. */
const bestMax = 5

/** Best products are those of a week: the lines of a month would be too many to add up whenever the board opens. */
const productDays = 7

/** What needs doing today, and the sales until today. Its statements run at the same time. */
export async function loadBoard(
  pool: Pool,
  today: Day,
  { lateAfterDays }: Pick<StoreSettings, 'lateAfterDays'>,
  permissions: ReadonlySet<Permission>,
): Promise<Reply<typeof getBoard>> {
  const lateUntil = addDays(today, -lateAfterDays - 1)
  const periods = salesPeriods(today)
  const { from, to } = periods.month.now
  const bestProductsFrom = addDays(today, 1 - productDays)
  const isSeen = permissions.has('reports:read')
  const [products, days, dealers, tasks] = await Promise.all([
    isSeen ? loadBestProducts(pool, bestProductsFrom, today, bestMax) : [],
    isSeen ? loadSalesByDay(pool, firstSalesDay(today), today) : [],
    isSeen ? loadBestDealers(pool, from, to, bestMax) : [],
    loadTasks(pool, today, lateUntil),
  ])
  const compared = ({ now, before }: Comparison) => ({ now: salesOf(days, now), before: salesOf(days, before) })
  const seen = boardTasks.filter((task) => permissions.has(`${boardTaskAreas[task]}:read`))
  return {
    tasks: Object.fromEntries(seen.map((task) => [task, tasks[task]])),
    lateUntil,
    sales: isSeen
      ? { today: compared(periods.today), week: compared(periods.week), month: compared(periods.month) }
      : null,
    days: isSeen ? chartOf(days, today) : [],
    bestDealers: dealers.map((dealer) => ({ ...dealer, total: Number(dealer.total) })),
    bestProducts: products.map((product) => ({ ...product, total: Number(product.total) })),
    bestProductsFrom,
  }
}

async function loadTasks(pool: Pool, today: Day, lateUntil: Day): Promise<Record<BoardTask, number>> {
  const [counts, transfers, endedRates, overdueDealers, ranOut, backOrdersReady, failedEmails, failedWebhooks, erpLag] =
    await Promise.all([
      countTasks(pool, lateUntil),
      countTransferWork(pool),
      countEndedRates(pool),
      countOverdueDealers(pool, today),
      countRanOut(pool, today),
      countReadyLines(pool),
      countFailedEmails(pool),
      countFailedWebhooks(pool),
      countTroubledErps(pool),
    ])
  return {
    toApprove: counts?.to_approve ?? 0,
    received: counts?.received ?? 0,
    requested: counts?.requested ?? 0,
    returns: counts?.returns ?? 0,
    limitApprovals: counts?.limit_approvals ?? 0,
    askedOffers: counts?.asked_offers ?? 0,
    applications: counts?.applications ?? 0,
    toPick: counts?.to_pick ?? 0,
    late: counts?.late ?? 0,
    paymentsInDoubt: counts?.payments ?? 0,
    transferNotices: transfers.notices,
    bankLines: transfers.open,
    priceProposals: counts?.price_proposals ?? 0,
    priceChanges: counts?.price_changes ?? 0,
    endedRates,
    ruleProposals: counts?.rule_proposals ?? 0,
    overdueDealers,
    ranOut,
    backOrdersReady,
    failedEmails,
    failedWebhooks,
    erpLag,
  }
}

function salesOf(days: readonly SalesDayRow[], { from, to }: Period): Sales {
  const within = days.filter(({ day }) => from <= day && day <= to)
  const total = within.reduce((sum, day) => sum.plus(day.total), decimal(0))
  return { from, to, orders: within.reduce((sum, { orders }) => sum + orders, 0), total: total.toNumber() }
}

function chartOf(days: readonly SalesDayRow[], today: Day) {
  const byDay = new Map(days.map((row) => [row.day, row]))
  return Array.from({ length: chartDays }, (_, i) => {
    const day = addDays(today, i + 1 - chartDays)
    const row = byDay.get(day)
    return { day, orders: row?.orders ?? 0, total: Number(row?.total ?? 0) }
  })
}
