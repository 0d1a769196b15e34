import type { Visitor } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { decimal } from '#domain/money/money.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import type { Store } from '#server/settings/settings.ts'
import { loadFigures } from '#server/statement/statement.ts'
import { loadLimit } from './check-limit.ts'

export type Risk = {
  /** What every page of a dealer shows of its account; null for other visitors. */
  accountOf(visitor: Pick<CallContext, 'actor'>): Promise<Visitor['account']>
}

export function openRisk({ pool, store }: { pool: Pool; store: Store }): Risk {
  return {
    async accountOf({ actor }) {
      if (!actor?.dealer) return null
      if (!actor.permissions.has('statement') && !actor.permissions.has('order')) return null
      const { settings, rates } = store.facts()
      const [isOn, tells] = [settings.b2b_risk_limit_islem === '1', settings.showOverdueDebtInfo === '1']
      if (!isOn && !tells) return { availableLimit: null, limitMode: null, isOrderBlocked: false, overdueDebts: [] }
      const today = dayInTurkey(new Date())
      const dealerId = actor.dealer.id
      const figures = await loadFigures(pool, dealerId, today)
      const limit = await loadLimit(pool, { dealerId, isOn, rates, today }, figures)
      const remaining = limit?.available.greaterThan(0) ? limit.available : decimal(0)
      const isWorthTelling = (overdue: number) => overdue > 0 && overdue >= settings.overdueDebtInfoLimit
      return {
        availableLimit: limit === null || !actor.permissions.has('prices') ? null : remaining.toNumber(),
        limitMode: limit?.mode ?? null,
        isOrderBlocked: limit?.isBlocked ?? false,
        overdueDebts:
          tells && actor.permissions.has('statement')
            ? figures.filter(({ overdueBalance }) => isWorthTelling(overdueBalance))
            : [],
      }
    },
  }
}
