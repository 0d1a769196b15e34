import { Truck } from 'lucide-react'
import type { OpenedCart } from '#contract/shop/cart.ts'
import type { CartPromotions } from '#contract/shop/promotions.ts'
import type { CartTotals } from '#domain/cart/cart.ts'
import { exchange, isConvertible, lira } from '#domain/money/money.ts'
import { carrierPayerOf } from '#domain/orders/carrier-payer.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

type CarrierNoteProps = {
  terms: OpenedCart['carrier']
  totals: CartTotals
  promotions: CartPromotions | null
  /** The carrier that the buyer has chosen; empty or missing: none. */
  carrier?: string | undefined
  className?: string
}

/** Who pays the carrier of the order, and what is missing until the store does. Nothing where no carrier comes. */
export function CarrierNote({ terms, totals, promotions, carrier, className }: CarrierNoteProps) {
  const { t, formatMoney } = useTranslation()
  const { rates } = usePriceView()
  const { subtotal, currency } = totals
  const isFree = promotions?.freeDelivery === true
  const amount = isConvertible(currency, lira, rates)
    ? exchange(subtotal.toDecimalPlaces(2), currency, lira, rates).toDecimalPlaces(2)
    : null
  const known = terms ?? (isFree ? { payer: 'sender' as const, senderFrom: null } : undefined)
  const paid = known && carrierPayerOf(known, { amount, isFree, carrier: carrier || null })
  if (paid == null) return null
  return (
    <p data-testid="carrier-payer" className={classes('flex items-start gap-2 text-13', className)}>
      <Truck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-2" />
      <span>
        <span className={classes('font-medium', paid.payer === 'sender' && 'text-success')}>
          {t(`delivery.cart.${paid.payer}`)}
        </span>
        {paid.missing.greaterThan(0) && (
          <span className="block text-ink-2">
            {t('delivery.cart.missing', { amount: formatMoney(paid.missing, lira) })}
          </span>
        )}
      </span>
    </p>
  )
}
