import type { Visitor } from '#contract/core/visitor.ts'
import { decimal } from '#domain/money/money.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { ReadPart } from '#server/platform/db/together.ts'
import type { StoreFacts } from '#server/settings/settings.ts'
import { accountsOf, figuresPart, type FiguresRow } from '#server/statement/statement.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { limitFrom } from './check-limit.ts'
import { limitsPart, type LimitRow } from './queries.ts'

/** The user of a dealer, and what its account depends on. */
export type AccountReader = {
  actor: Pick<Actor, 'permissions'> & { dealer: { id: number } }
  facts: Pick<StoreFacts, 'settings' | 'rates'>
  today: Day
}

export type AccountRows = { figures: FiguresRow[]; limits: LimitRow[] }
type AccountParts = { figures: ReadPart<FiguresRow>; limits: ReadPart<LimitRow> }

/** What `presentAccount` needs, to be read with others; the same SQL for all users. */
export function accountParts(reader: AccountReader): AccountParts {
  const { actor, today } = reader
  const { seesAccount, isOn, tells } = shownTo(reader)
  const dealers = [actor.dealer.id]
  return {
    figures: figuresPart(seesAccount && (isOn || tells) ? dealers : [], today),
    limits: limitsPart(seesAccount && isOn ? dealers : []),
  }
}

/** What every page of a dealer shows of its account; null for users who see nothing of it. */
export function presentAccount(reader: AccountReader, { figures, limits }: AccountRows): Visitor['account'] {
  const { actor, facts, today } = reader
  const { settings, rates } = facts
  const { seesAccount, tells } = shownTo(reader)
  if (!seesAccount) return null
  const accounts = accountsOf(figures, today).get(actor.dealer.id) ?? []
  const [terms] = limits
  const limit = terms === undefined ? null : limitFrom(terms, { accounts, openOrders: terms.open_orders, rates })
  const remaining = limit?.available.greaterThan(0) ? limit.available : decimal(0)
  const isWorthTelling = (overdue: number) => overdue > 0 && overdue >= settings.overdueDebtInfoLimit
  return {
    availableLimit: limit === null || !actor.permissions.has('prices') ? null : remaining.toNumber(),
    limitMode: limit === null || terms === undefined ? null : terms.risk_mode,
    isOrderBlocked: limit?.isBlocked ?? false,
    overdueDebts:
      tells && actor.permissions.has('statement')
        ? accounts.filter(({ overdueBalance }) => isWorthTelling(overdueBalance))
        : [],
  }
}

/** `isOn`: limits are checked; `tells`: overdue debts are shown. */
function shownTo({ actor: { permissions }, facts: { settings } }: AccountReader) {
  return {
    seesAccount: permissions.has('statement') || permissions.has('order'),
    isOn: settings.b2b_risk_limit_islem === '1',
    tells: settings.showOverdueDebtInfo === '1',
  }
}
