import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { currencySymbol } from '#domain/text/format.ts'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type CurrencyChoiceProps = {
  currencies: readonly PosCurrency[]
  value: PosCurrency
  onChange(currency: PosCurrency): void
}

/** The currency within a field of an amount: a choice where cards are taken in several. */
export function CurrencyChoice({ currencies, value, onChange }: CurrencyChoiceProps) {
  const { t } = useTranslation()
  if (currencies.length < 2) return <span className="pr-2.5 font-medium text-ink-2">{currencySymbol(value)}</span>
  return (
    <Select
      aria-label={t('payment.pay.currency')}
      className="[&_select]:border-0! [&_select]:bg-transparent"
      value={value}
      onChange={({ target }) => onChange(currencies.find((each) => each === target.value) ?? value)}
    >
      {currencies.map((currency) => (
        <option key={currency} value={currency}>
          {currency}
        </option>
      ))}
    </Select>
  )
}
