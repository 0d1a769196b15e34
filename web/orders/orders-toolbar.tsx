import { FileSpreadsheet, FileText, Search } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { orderRanges, type OrderSort, orderSorts, type OrderStatus, orderStatuses } from '#contract/shop/orders.ts'
import { ordersFilePath, pages } from '#contract/core/pages.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { FilterField } from '#web/ui/form/filter-field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { PhoneFold } from '#web/ui/overlay/phone-fold.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed, ordersPath, type OrdersView } from './orders-path.ts'

type ListView = OrdersView & { total: number }

/** Title and count, files, filters and sort of the list. */
export function OrdersToolbar({ list }: { list: ListView }) {
  const { t, formatNumber } = useTranslation()
  return (
    <div className="flex flex-col gap-3 pb-4">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-20 font-semibold">{t('orders.title')}</h1>
        <span className="text-16 text-ink-2">
          {t('orders.count', { count: list.total, number: formatNumber(list.total, 0) })}
        </span>
        {list.total > 0 && <FileLinks list={list} />}
      </div>
      <PhoneFold label={t('orders.filter.label')} isOpen={isNarrowed(list)}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:grid max-sm:grid-cols-2">
          <Filters key={ordersPath({ ...list, page: 1 })} list={list} />
          <Ranges list={list} />
          <StatusAndSort list={list} />
        </div>
      </PhoneFold>
    </div>
  )
}

function FileLinks({ list }: { list: ListView }) {
  const { t } = useTranslation()
  const files = [
    { format: 'xlsx', icon: <FileSpreadsheet size={16} aria-hidden="true" /> },
    { format: 'csv', icon: <FileText size={16} aria-hidden="true" /> },
  ] as const
  return (
    <span className="ml-auto flex gap-2">
      {files.map(({ format, icon }) => (
        <a
          key={format}
          href={ordersPath({ ...list, page: 1 }, ordersFilePath(format))}
          title={t(`orders.file.${format}Title`)}
          className={buttonClasses('outline', 'md')}
        >
          {icon} {t(`orders.file.${format}`)}
        </a>
      ))}
    </span>
  )
}

function Filters({ list }: { list: ListView }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  return (
    <form
      role="search"
      aria-label={t('orders.filter.label')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:col-span-2 max-sm:grid max-sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        const values = formTexts(new FormData(event.currentTarget))
        const [from, to] = [values('from') || null, values('to') || null]
        // Days that were not changed keep their range.
        const range = from === list.from && to === list.to ? list.range : null
        void goTo(ordersPath({ ...list, q: values('q'), range, from, to, page: 1 }))
      }}
    >
      <FilterField
        label={t('orders.filter.search')}
        placeholder={t('orders.filter.search')}
        type="search"
        name="q"
        defaultValue={list.q}
        maxLength={100}
        className="w-56 max-sm:col-span-2 max-sm:w-full"
      />
      <FilterField isLabelled label={t('orders.filter.from')} type="date" name="from" defaultValue={list.from ?? ''} />
      <FilterField isLabelled label={t('orders.filter.to')} type="date" name="to" defaultValue={list.to ?? ''} />
      <Button type="submit" className="max-sm:col-span-2" icon={<Search size={16} aria-hidden="true" />}>
        {t('orders.filter.apply')}
      </Button>
      {isNarrowed(list) && (
        <Link to={pages.orders} className={buttonClasses('ghost', 'md', 'max-sm:col-span-2')}>
          {t('orders.filter.clear')}
        </Link>
      )}
    </form>
  )
}

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

function StatusAndSort({ list }: { list: ListView }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { seesPrices } = useVisitor()
  const sorts = orderSorts.filter((sort) => seesPrices || !sort.endsWith('total'))
  return (
    <>
      <Select
        aria-label={t('orders.head.status')}
        value={list.status ?? ''}
        className="sm:ml-auto"
        onChange={({ target: { value } }) =>
          void goTo(ordersPath({ ...list, status: (value || null) as OrderStatus | null, page: 1 }))
        }
      >
        <option value="">{`${t('orders.head.status')}: ${t('orders.filter.allStatuses')}`}</option>
        {orderStatuses.map((status) => (
          <option key={status} value={status}>
            {t(`orders.status.${status}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('orders.sort.label')}
        value={list.sort}
        onChange={(event) => void goTo(ordersPath({ ...list, sort: event.target.value as OrderSort, page: 1 }))}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`orders.sort.${sort}`)}
          </option>
        ))}
      </Select>
    </>
  )
}
