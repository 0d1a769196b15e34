import { pages } from '#contract/core/pages.ts'
import type { ComparedPayment } from '#contract/shop/payment-comparison.ts'
import type { CartTotals } from '#domain/cart/cart.ts'
import { allJobsDone } from '#web/cart/latest-job.ts'
import { useCartPlan } from '#web/cart/use-cart.ts'
import { useCartChanges } from '#web/cart/use-cart-changes.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { cardHash } from '#web/payments/card/use-card-dialog.ts'
import { PaymentComparison } from '#web/payments/comparison/payment-comparison.tsx'

type CartComparisonProps = { totals: CartTotals; lineCount: number }

/** Ways to pay the cart. A plan is chosen for the cart, a card leads to the payment with its number of installments. */
export function CartComparison({ totals, lineCount }: CartComparisonProps) {
  const { user } = useVisitor()
  const { choosePlan } = useCartChanges()
  const plan = useCartPlan()
  const key = [plan, lineCount, totals.total, totals.currency].join(' ')
  async function choose({ kind, plan: wanted, installment }: ComparedPayment): Promise<void> {
    if (wanted !== plan) choosePlan(wanted)
    if (kind !== 'card') return
    await allJobsDone()
    // A page that may frame the bank is loaded as a document.
    const query = new URLSearchParams({ step: 'payment', installment: String(installment) })
    location.assign(`${pages.checkout}?${query}${cardHash}`)
  }
  return (
    <PaymentComparison
      compared={{ kind: 'cart', key, settled: allJobsDone }}
      chooses="cart"
      onChoose={user === null ? undefined : (row) => void choose(row)}
      className="mt-3 border-line bg-surface px-4 py-1.5 max-sm:border-y sm:rounded-panel sm:border"
    />
  )
}
