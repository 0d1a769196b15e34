import { useMemo } from 'react'
import { lira } from '#domain/money/money.ts'
import { rateNotes } from '#domain/money/rate-policy.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useCart } from '#web/cart/use-cart.ts'
import { RateNotes } from '#web/product/rate-notes.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The exchange rates that the cart's amounts use, and whether these are preliminary. */
export function CartRates({ className = '' }: { className?: string }) {
  const { t } = useTranslation()
  const { currency, currencies, isRateOfInvoiceDay, seesPrices } = useVisitor()
  const { items } = useCart()
  const used = useMemo(
    () => new Set(items.flatMap(({ productUnit: { defaultPrice } }) => defaultPrice?.currency ?? [])),
    [items],
  )
  if (!seesPrices) return null
  const rates = Object.fromEntries(currencies.map(({ code, exchangeRate }) => [code, exchangeRate?.toString() ?? null]))
  const sources = Object.fromEntries(
    currencies.map(({ code, rateSource = '', rateDay = null }) => [code, { source: rateSource, day: rateDay }]),
  )
  const isPreliminary = isRateOfInvoiceDay && [...used].some((code) => code !== lira)
  return (
    <RateNotes
      notes={rateNotes(currency.code, used, { rates, sources })}
      preliminary={isPreliminary ? t('rates.invoiceDay') : null}
      className={className}
    />
  )
}
