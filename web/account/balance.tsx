import { useTranslation } from '#web/ui/translation.ts'

/** A dealer's balance in one currency, labeled as debit or credit from the store's point of view. */
export function Balance({ value, currency }: { value: number; currency: string }) {
  const { t, formatMoney } = useTranslation()
  return (
    <span className="whitespace-nowrap">
      {formatMoney(Math.abs(value), currency)}
      {value !== 0 && (
        <span className="text-12 font-normal text-ink-2">
          {' '}
          {t(value > 0 ? 'people.dealers.debtor' : 'people.dealers.creditor')}
        </span>
      )}
    </span>
  )
}
