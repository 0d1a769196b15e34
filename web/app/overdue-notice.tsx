import { formatNumber } from '#domain/format.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { useVisitor } from './use-visitor.ts'

/** What a dealer owes too long, on every page (checkout, section 2: overdue-debt banner). */
export function OverdueNotice() {
  const { t } = useTranslation()
  const debts = useVisitor().account?.overdueDebts ?? []
  if (debts.length === 0) return null
  return (
    <section
      aria-label={t('shell.overdueLabel')}
      className="border-b border-danger/30 bg-danger-soft py-2 text-13 font-medium text-danger print:hidden"
    >
      {debts.map(({ overdueBalance, overdueBalanceExpiryDay: days, currency }) => (
        <p key={currency} className="page-width">
          {t('shell.overdue', { days, amount: formatNumber(overdueBalance, 2), currency })}
        </p>
      ))}
    </section>
  )
}
