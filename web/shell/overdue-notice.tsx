import '#web/app/page-words.ts'
import { Link } from '#web/ui/link.tsx'
import type { Visitor } from '#contract/core/visitor.ts'
import { pages } from '#contract/core/pages.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The dealer's overdue debts, shown on every page (checkout, section 2: overdue-debt banner). */
export function OverdueNotice({ debts }: { debts: NonNullable<Visitor['account']>['overdueDebts'] }) {
  const { t, formatNumber } = useTranslation()
  return (
    <section
      aria-label={t('shell.overdueLabel')}
      className="border-b border-warning/30 bg-warning-soft text-13 font-medium text-warning print:hidden"
    >
      <div className="page-width flex items-center justify-between gap-4 py-1.5">
        <div>
          {debts.map(({ overdueBalance, overdueBalanceExpiryDay: days, currency }) => (
            <p key={currency}>{t('shell.overdue', { days, amount: formatNumber(overdueBalance, 2), currency })}</p>
          ))}
        </div>
        <Link to={pages.statement} className={buttonClasses('outline', 'sm')}>
          {t('shell.statement')}
        </Link>
      </div>
    </section>
  )
}
