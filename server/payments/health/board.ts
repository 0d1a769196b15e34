import { boardDays, getPaymentsBoard, type PosStanding } from '#contract/admin/payments-board.ts'
import { decimal } from '#domain/money/money.ts'
import { declineGroup } from '#domain/payments/decline.ts'
import { bankSteps, successRate } from '#domain/payments/bank-health.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { loadStandings, type StandingRow } from './health-rows.ts'

const dayLength = 86_400_000

export function registerPaymentsBoard(calls: Calls, { pool, now }: PaymentDeps): void {
  handle(calls, getPaymentsBoard, async ({ query }) => {
    const days = boardDays.find((each) => String(each) === query.days) ?? boardDays[0]
    const rows = await loadStandings(pool, new Date(now().getTime() - days * dayLength))
    return { days, accounts: rows.map(presentStanding) }
  })
}

/** The average is weighted by amount. Null: of no captured payment is known what the bank keeps. */
function costOf({ amount, cost, costed_amount: costed }: StandingRow) {
  const uncosted = decimal(amount).minus(costed).toNumber()
  if (decimal(costed).isZero()) return { cost: null, costPercent: null, uncosted }
  const percent = decimal(cost).times(100).dividedBy(costed).toDecimalPlaces(2)
  return { cost: Number(cost), costPercent: percent.toNumber(), uncosted }
}

function presentStanding(row: StandingRow): PosStanding {
  const { id, code, name, adapter, environment, attempts, captured, declined, currency, unknown, unanswered } = row
  const rate = successRate(row)
  return {
    ...{ id, code, name, adapter, environment, isActive: row.is_active },
    ...{ attempts, captured, declined, leftEarly: row.left_early },
    successPercent: rate === null ? null : Math.round(rate * 1000) / 10,
    ...{ amount: Number(row.amount), fee: Number(row.fee), currency },
    ...costOf(row),
    ...{ unknown, oldestUnknownAt: row.oldest_unknown_at?.toISOString() ?? null },
    ...{ lastAnswerAt: row.last_answer_at?.toISOString() ?? null, unanswered },
    declines: row.declines.map((each) => ({ ...each, group: declineGroup(each.code || null) })),
    steps: bankSteps.flatMap((name) =>
      row.steps
        .filter(({ step }) => step === name)
        .map(({ step, milliseconds, calls: count, slowest, unanswered: silent }) => ({
          ...{ step, calls: count, unanswered: silent, slowest },
          average: Math.round(milliseconds / count),
        })),
    ),
    alerts: row.alerts.map(({ kind, since }) => ({ kind, since: new Date(since).toISOString() })),
  }
}
