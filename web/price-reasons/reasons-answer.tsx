import '#web/app/page-words.ts'
import type { PriceReasons } from '#contract/shop/price-reasons.ts'
import { RateNotes } from '#web/product/rate-notes.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { PriceSteps } from './price-steps.tsx'

/** How a line's price comes about: its steps, rates, tax, and its amount. */
export function ReasonsAnswer({ reasons }: { reasons: PriceReasons }) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const { product, unit, quantity, steps, list, plan, line, rates, ratePolicy, taxRate } = reasons
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-ink-2">
        {t('priceReasons.forLine', { quantity: formatQuantity(quantity), unit, code: product.code })}
      </p>
      {steps.length === 0 ? (
        <p>{t('priceReasons.noPrice')}</p>
      ) : (
        <PriceSteps steps={steps} label={t('priceReasons.title')} list={list} plan={plan} />
      )}
      <RateNotes notes={rates} preliminary={ratePolicy === 'invoice_day' ? t('rates.invoiceDay') : null} />
      {line === null ? null : (
        <dl className="grid grid-cols-[1fr_auto] gap-y-1 border-t border-line pt-3 text-14">
          <dt className="text-ink-2">{t('priceReasons.amount')}</dt>
          <dd className="text-right">{formatMoney(line.amount, line.currency)}</dd>
          <dt className="text-ink-2">{t('priceReasons.tax', { rate: formatQuantity(taxRate) })}</dt>
          <dd className="text-right">{formatMoney(line.withTax - line.amount, line.currency)}</dd>
          <dt className="font-semibold">{t('priceReasons.total')}</dt>
          <dd className="text-right font-semibold">{formatMoney(line.withTax, line.currency)}</dd>
        </dl>
      )}
      <p className="text-12 text-ink-3">{t('priceReasons.rounding')}</p>
    </div>
  )
}
