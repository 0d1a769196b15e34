import { CreditCard } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { useSearchParameters } from '#web/app/use-search-parameters.ts'
import { pages } from '#contract/core/pages.ts'
import type { DeliveryFields } from '#contract/shop/delivery.ts'
import type { PlanKey } from '#contract/core/money.ts'
import type { PaymentResult } from '#contract/shop/payments.ts'
import type { CartTotals } from '#domain/cart/cart.ts'
import { lira, roundMoney } from '#domain/money/money.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useCart, useCartActions, useOffSaleLines } from '#web/cart/use-cart.ts'
import type { Order } from '#web/cart/order/use-order.ts'
import { CartRates } from '#web/cart/order/cart-rates.tsx'
import { saveDelivery } from '#web/cart/order/use-delivery.ts'
import { saveNote } from '#web/cart/use-note.ts'
import { CardDialog } from '#web/payments/card/lazy-card-dialog.tsx'
import { useCardDialog } from '#web/payments/card/use-card-dialog.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type CardMethodProps = {
  totals: CartTotals
  lineCount: number
  plan: PlanKey | null
  order: Order
  /** Where the order goes. */
  delivery: DeliveryFields
  /** Whether card is the only method of the plan. */
  isOnly: boolean
  /** The order is below the store's minimum amount; a note above the button says so. */
  isBlocked: boolean
}

function leadToSummary({ reference, order }: PaymentResult): void {
  saveNote('')
  saveDelivery({})
  const query = new URLSearchParams({ ...(order === null ? {} : { order }), payment: reference })
  location.assign(`${pages.checkoutSummary}?${query}`)
}

/** Payment of the cart by card: the button and its dialog. The card is charged in lira, whatever currency is shown. */
export function CardMethod({ totals, lineCount, plan, order, delivery, isOnly, isBlocked }: CardMethodProps) {
  const { t, formatMoney } = useTranslation()
  const { user } = useVisitor()
  const { revalidate } = useRevalidator()
  const { reload } = useCartActions()
  const { promotions } = useCart()
  const mayOrder = user?.canOrder === true
  const isOnSale = useOffSaleLines().length === 0
  const mayPay = mayOrder && isOnSale && !isBlocked
  const dialog = useCardDialog(mayPay)
  const query = useSearchParameters()
  function refresh(): void {
    void revalidate()
    void reload()
  }
  return (
    <>
      <Button
        variant={isOnly ? 'solid' : 'outline'}
        size="lg"
        disabled={!mayPay}
        icon={<CreditCard size={16} aria-hidden="true" />}
        onClick={dialog.open}
      >
        {t('payment.order.pay')} · {formatMoney(totals.totalTry, lira)}
      </Button>
      {isOnly && !mayOrder && <p className="text-12 text-ink-2">{t('cart.summary.noOrderRight')}</p>}
      <noscript>
        <p className="text-12 text-ink-2">{t('payment.order.noScript')}</p>
      </noscript>
      {dialog.isOpen && (
        <CardDialog
          purpose={{ type: 'order', advencePrice: plan, delivery, promotions: promotions?.mark }}
          amount={roundMoney(totals.totalTry).toFixed(2)}
          amountNote={
            <>
              {t('payment.order.lines', { count: lineCount })}
              <CartRates />
            </>
          }
          // Chosen in the comparison of payments.
          installment={Number(query.get('installment')) || null}
          description={order.note}
          onDescription={order.setNote}
          onPaid={leadToSummary}
          onRefused={refresh}
          onClose={dialog.close}
        />
      )}
    </>
  )
}
