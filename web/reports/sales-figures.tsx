import { AreaLink } from '#web/administration/area-link.tsx'
import type { getBoard, Sales } from '#contract/admin/board.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { lira } from '#domain/money/money.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { salesPath } from './order-list-path.ts'

type Figures = NonNullable<Reply<typeof getBoard>['sales']>

/** Sales of today, this week and this month, beside the same days before. */
export function SalesFigures({ sales }: { sales: Figures }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('administration.board.sales.label')} className="grid gap-3 md:grid-cols-3">
      {(['today', 'week', 'month'] as const).map((name) => (
        <div key={name} className="rounded-panel border border-line bg-surface p-4" data-testid={`sales-${name}`}>
          <h2 className="text-13 font-medium text-ink-2">{t(`administration.board.sales.${name}`)}</h2>
          <SalesLink sales={sales[name].now} className="text-20 font-semibold" />
          <p className="pt-2 text-13 text-ink-2">
            {t('administration.board.sales.before', { period: periodOf(sales[name].before) })}
          </p>
          <SalesLink sales={sales[name].before} className="text-14 font-medium" />
        </div>
      ))}
    </section>
  )
}

const periodOf = ({ from, to }: Sales) => (from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`)

function SalesLink({ sales: { from, to, orders, total }, className }: { sales: Sales; className: string }) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <AreaLink to={salesPath({ from, to })} className={`tap tabular-nums hover:underline ${className}`}>
        {formatMoney(total, lira)}
      </AreaLink>
      <span className="text-13 text-ink-2">
        {t('administration.board.sales.orders', { count: orders, number: formatQuantity(orders) })}
      </span>
    </p>
  )
}
