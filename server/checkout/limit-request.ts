import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { LimitRequest } from '#server/risk/risk.ts'
import type { OrderTerms } from './order-draft.ts'

/** What the check of a dealer's risk limit needs from an order. */
export function limitRequest({ dealerId, view }: Pick<OrderTerms, 'dealerId' | 'view'>, now: Date): LimitRequest {
  const isOn = view.settings.b2b_risk_limit_islem === '1'
  return { dealerId, isOn, rates: view.rates, today: dayInTurkey(now) }
}
