import { Link } from '#web/ui/link.tsx'
import { orderRanges, orderSorts, type OrderStatus, orderStatuses } from '#contract/shop/orders.ts'
import { pages } from '#contract/core/pages.ts'
import { ordersFilePath } from '#contract/core/record-paths.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { DocumentsToolbar } from '#web/product/documents-toolbar.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed, ordersPath, type OrdersView } from './orders-path.ts'

type ListView = OrdersView & { total: number }

/** Title and count, files, filters and sort of the list. */
export function OrdersToolbar({ list }: { list: ListView }) {
  const { t, formatNumber } = useTranslation()
  const { seesPrices } = useVisitor()
  const sorts = orderSorts.filter((sort) => seesPrices || !sort.endsWith('total'))
  return (
    <DocumentsToolbar
      title={t('orders.title')}
      count={t('orders.count', { count: list.total, number: formatNumber(list.total, 0) })}
      words={{ label: t('orders.filter.label'), search: t('orders.filter.search') }}
      list={list}
      statuses={shownStatuses(list.status).map((value) => ({ value, label: t(statusName(value)) }))}
      sorts={sorts.map((value) => ({ value, label: t(`orders.sort.${value}`) }))}
      page={pages.orders}
      isNarrowed={isNarrowed(list)}
      pathOf={(changes, path) => {
        const { from, to, ...others } = { ...list, ...changes }
        // Days that were not changed keep their range.
        const range = from === list.from && to === list.to ? list.range : null
        return ordersPath({ ...others, from, to, range, page: 1 }, path)
      }}
      filePath={ordersFilePath}
      fileTitle={(format) => t(`orders.file.${format}Title`)}
    >
      <Ranges list={list} />
    </DocumentsToolbar>
  )
}

/** The states; the other two filters only where the address names one. */
const shownStatuses = (current: OrderStatus | null) =>
  orderStatuses.filter((status) => (status !== 'active' && status !== 'sent') || status === current)

const statusName = (status: OrderStatus) =>
  status === 'active' || status === 'sent' ? `orders.status.${status}` : `orders.states.${status}`

/** Links to the orders of today, yesterday and this month; the present one leads back to all. */
function Ranges({ list }: { list: ListView }) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('orders.range.label')} className="flex gap-1.5 max-sm:col-span-2">
      {orderRanges.map((range) => {
        const isCurrent = list.range === range
        const to = ordersPath({ ...list, range: isCurrent ? null : range, from: null, to: null, page: 1 })
        return (
          <li key={range}>
            <Link
              to={to}
              aria-current={isCurrent || undefined}
              className={buttonClasses(isCurrent ? 'solid' : 'outline', 'md')}
            >
              {t(`orders.range.${range}`)}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
