import { lira } from '#domain/money/money.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

/** The currencies in which the visitor can pay by card into an account, lira first. */
export function useCardCurrencies(): PosCurrency[] {
  const { hasCardPayment, foreignCards } = useVisitor()
  const own: PosCurrency[] = hasCardPayment ? [lira] : []
  return [...own, ...foreignCards.map(({ currency }) => currency)]
}
