import { type getBoard, lateAfterDays, type Sales } from '#contract/admin/board.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { decimal } from '#domain/money/money.ts'
import { chartDays, type Comparison, firstSalesDay, type Period, salesPeriods } from '#domain/reports/sales-periods.ts'
import { addDays, type Day } from '#domain/text/calendar-day.ts'
import { countReadyLines } from '#server/back-orders/back-orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { countTasks, loadBestDealers, loadSalesByDay, type SalesDayRow } from './board-rows.ts'

const bestDealersMax = 5

/** What needs doing today, and the sales until today. */
export async function loadBoard(pool: Pool, today: Day): Promise<Reply<typeof getBoard>> {
  const lateUntil = addDays(today, -lateAfterDays - 1)
  const periods = salesPeriods(today)
  const { from, to } = periods.month.now
  const [tasks, backOrdersReady, days, dealers] = await Promise.all([
    countTasks(pool, lateUntil),
    countReadyLines(pool),
    loadSalesByDay(pool, firstSalesDay(today), today),
    loadBestDealers(pool, from, to, bestDealersMax),
  ])
  const compared = ({ now, before }: Comparison) => ({ now: salesOf(days, now), before: salesOf(days, before) })
  return {
    tasks: {
      toApprove: tasks?.to_approve ?? 0,
      received: tasks?.received ?? 0,
      toPick: tasks?.to_pick ?? 0,
      late: tasks?.late ?? 0,
      paymentsInDoubt: tasks?.payments ?? 0,
      backOrdersReady,
      deadWebhooks: tasks?.webhooks ?? 0,
      erpLag: tasks?.erp ?? 0,
    },
    lateUntil,
    sales: { today: compared(periods.today), week: compared(periods.week), month: compared(periods.month) },
    days: chartOf(days, today),
    bestDealers: dealers.map((dealer) => ({ ...dealer, total: Number(dealer.total) })),
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
