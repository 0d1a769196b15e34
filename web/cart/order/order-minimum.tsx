import type { Money } from '#contract/core/money.ts'
import { type Decimal, decimal, exchange, isConvertible } from '#domain/money/money.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The store's minimum amount of an order and how much is missing, formatted. */
export type MinimumGap = { minimumText: string; missingText: string }

/** `totals`: of the cart, in its currency. Null if the order reaches the amount, or there is none. */
export function useMinimumGap(
  minimum: Money | undefined,
  { subtotal, currency }: { subtotal: Decimal; currency: string },
): MinimumGap | null {
  const { formatMoney } = useTranslation()
  const { rates } = usePriceView()
  if (minimum === undefined || !isConvertible(currency, minimum.currency, rates)) return null
  const amount = exchange(subtotal.toDecimalPlaces(2), currency, minimum.currency, rates).toDecimalPlaces(2)
  const missing = decimal(minimum.value).minus(amount)
  if (!missing.greaterThan(0)) return null
  return {
    minimumText: formatMoney(minimum.value, minimum.currency),
    missingText: formatMoney(missing, minimum.currency),
  }
}

const noteId = 'order-minimum'

/** Warns before ordering that the order is below the minimum amount. */
export function OrderMinimum({ gap, className }: { gap: MinimumGap | null; className?: string }) {
  const { t } = useTranslation()
  if (gap === null) return null
  return (
    <div id={noteId} tabIndex={-1} className={className}>
      <MessageStrip tone="warning" role="status">
        {t('errors.order_minimum', gap)}
      </MessageStrip>
    </div>
  )
}

/** Scrolls to the note about the minimum amount and focuses it. */
export function goToMinimum(): void {
  const note = document.getElementById(noteId)
  note?.scrollIntoView({ block: 'center' })
  note?.focus({ preventScroll: true })
}
