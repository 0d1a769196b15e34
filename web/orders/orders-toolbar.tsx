import { Search } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { type OrderSort, orderSorts } from '#contract/shop/orders.ts'
import { pages } from '#contract/core/pages.ts'
import { formatNumber } from '#domain/text/format.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { FilterField } from '#web/ui/form/filter-field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { PhoneFold } from '#web/ui/overlay/phone-fold.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ordersPath, type OrdersView } from './orders-path.ts'

type ListView = OrdersView & { total: number }

const isNarrowed = ({ q, from, to }: OrdersView): boolean => q !== '' || from !== null || to !== null

/** Title and count, filters and sort of the list. */
export function OrdersToolbar({ list }: { list: ListView }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { seesPrices } = useVisitor()
  const sorts = orderSorts.filter((sort) => seesPrices || !sort.endsWith('total'))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-4">
      <h1 className="text-20 font-semibold">{t('orders.title')}</h1>
      <span className="text-16 text-ink-2">
        {t('orders.count', { count: list.total, number: formatNumber(list.total, 0) })}
      </span>
      <PhoneFold label={t('orders.filter.label')} isOpen={isNarrowed(list)}>
        <Filters key={ordersPath({ ...list, page: 1 })} list={list} />
        <Select
          aria-label={t('orders.sort.label')}
          value={list.sort}
          className="max-sm:mt-2 max-sm:w-full"
          onChange={(event) => void goTo(ordersPath({ ...list, sort: event.target.value as OrderSort, page: 1 }))}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`orders.sort.${sort}`)}
            </option>
          ))}
        </Select>
      </PhoneFold>
    </div>
  )
}

function Filters({ list }: { list: ListView }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  return (
    <form
      role="search"
      aria-label={t('orders.filter.label')}
      className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:order-last max-sm:grid max-sm:w-full max-sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        const values = formTexts(new FormData(event.currentTarget))
        void goTo(
          ordersPath({ ...list, q: values('q'), from: values('from') || null, to: values('to') || null, page: 1 }),
        )
      }}
    >
      <FilterField
        label={t('orders.filter.number')}
        placeholder={t('orders.filter.number')}
        type="search"
        name="q"
        defaultValue={list.q}
        maxLength={40}
        className="w-40 max-sm:col-span-2 max-sm:w-full"
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
