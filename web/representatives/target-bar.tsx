import { lira } from '#domain/money/money.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** The orders of the month against the target; only the orders without one. */
export function TargetBar({ target, sold }: { target: number | null; sold: number }) {
  const { t, formatMoney, formatNumber } = useTranslation()
  if (target === null || target === 0) {
    return (
      <span className="block whitespace-nowrap tabular-nums">
        {formatMoney(sold, lira)}
        <span className="block text-12 text-ink-2">{t('representatives.own.noTarget')}</span>
      </span>
    )
  }
  const percent = (sold / target) * 100
  return (
    <span className="block">
      <span className="block whitespace-nowrap tabular-nums">{formatMoney(sold, lira)}</span>
      <span aria-hidden="true" className="my-1 block h-1.5 overflow-hidden rounded-full bg-fill">
        <span
          className={classes('block h-full rounded-full', percent >= 100 ? 'bg-success' : 'bg-brand')}
          style={{ width: `${Math.min(100, percent)}%` }}
        />
      </span>
      <span className="block text-12 text-ink-2 tabular-nums">
        {t('representatives.own.ofTarget', { percent: formatNumber(percent, 0), target: formatMoney(target, lira) })}
      </span>
    </span>
  )
}
