import type { Purchase } from '#contract/shop/purchases.ts'
import { Price } from '#web/app/price.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { changedLines } from './purchase-differences.ts'

/** The total as of now, and as the buyer sent it if it differs. */
export function PurchaseTotal({ purchase }: { purchase: Purchase }) {
  const { t, formatMoney } = useTranslation()
  const { total, totalBefore, state } = purchase
  const shown = total ?? totalBefore
  const isOther = total && totalBefore && (total.value !== totalBefore.value || total.currency !== totalBefore.currency)
  return (
    <>
      {state === 'waiting' && changedLines(purchase).length > 0 && (
        <MessageStrip tone="warning">{t('purchases.total.changed')}</MessageStrip>
      )}
      {shown && (
        <div className="flex flex-wrap items-baseline justify-end gap-x-4 gap-y-1">
          <span className="text-13 text-ink-2">{t('purchases.total.now')}</span>
          <span data-testid="purchase-total">
            <Price value={shown.value} currency={shown.currency} className="text-22 font-semibold" />
          </span>
          {isOther && (
            <span className="w-full text-right text-12 text-ink-2">
              {t('purchases.total.before', { value: formatMoney(totalBefore.value, totalBefore.currency) })}
            </span>
          )}
        </div>
      )}
    </>
  )
}
