import '#web/app/page-words.ts'
import type { PriceReasons } from '#contract/shop/price-reasons.ts'
import { decimal } from '#domain/money/money.ts'
import { Moment } from '#web/app/moment.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { PriceSteps } from './price-steps.tsx'

/** How a line's price comes about: its steps, rates, tax, and its amount. */
export function ReasonsAnswer({ reasons }: { reasons: PriceReasons }) {
  const { t, formatMoney, formatQuantity, formatNumber } = useTranslation()
  const { product, unit, quantity, steps, list, plan, line, rates, taxRate } = reasons
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
      {rates.map(({ currency, rate, source, since }) => (
        <p key={currency} className="text-13 text-ink-2">
          {t('priceReasons.rate', { currency, rate: formatNumber(rate, decimal(rate).decimalPlaces()) })} ·{' '}
          {t(source === 'tcmb' ? 'priceReasons.sources.tcmb' : 'priceReasons.sources.manual')} · <Moment date={since} />
        </p>
      ))}
      {line === null ? null : (
        <dl className="grid grid-cols-[1fr_auto] gap-y-1 border-t border-line pt-3">
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
