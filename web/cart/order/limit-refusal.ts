import { type Decimal, decimal } from '#domain/money/money.ts'
import { checkRiskLimit, type RiskRefusal } from '#domain/orders/risk-limit.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

/** Why the risk limit blocks an order of this total in TL; null if it does not. */
export function useLimitRefusal(totalTry: Decimal | number): RiskRefusal | null {
  const { account } = useVisitor()
  if (account === null || account.availableLimit === null || Number(totalTry) === 0) return null
  const { isOrderBlocked: isBlocked, availableLimit } = account
  return checkRiskLimit({ isBlocked, available: decimal(availableLimit) }, decimal(totalTry))
}
