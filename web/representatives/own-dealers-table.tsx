import { Link } from '#web/ui/link.tsx'
import type { OwnDealer } from '#contract/admin/representatives.ts'
import { ownDealerPath } from '#contract/core/representative-pages.ts'
import { lira } from '#domain/money/money.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ActButton } from './act-button.tsx'
import { TargetBar } from './target-bar.tsx'

type TableProps = { items: readonly OwnDealer[]; seesAll: boolean }

/** Dealers with their figures; cards in windows that are not wide. */
export function OwnDealersTable({ items, seesAll }: TableProps) {
  const { t } = useTranslation()
  const head = (name: string) => t(`representatives.own.columns.${name}`)
  return (
    <CardTable
      label={t('representatives.own.title')}
      below="xl"
      head={
        <>
          <HeadCell className="w-full pl-4">{head('dealer')}</HeadCell>
          <HeadCell>{head('lastOrder')}</HeadCell>
          <HeadCell align="right">{head('balance')}</HeadCell>
          <HeadCell align="right">{head('limit')}</HeadCell>
          <HeadCell align="right">{head('offers')}</HeadCell>
          <HeadCell>{head('target')}</HeadCell>
          <HeadCell className="pr-4">
            <span className="sr-only">{t('representatives.act.start')}</span>
          </HeadCell>
        </>
      }
    >
      {items.map((dealer) => (
        <DealerRow key={dealer.id} dealer={dealer} seesAll={seesAll} />
      ))}
    </CardTable>
  )
}

function DealerRow({ dealer, seesAll }: { dealer: OwnDealer; seesAll: boolean }) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const { id, code, name, city, representative, nextStep, balance, overdue, openOffers } = dealer
  const detail = [code, city, ...(seesAll ? [representative] : [])].filter((text) => text !== '').join(' · ')
  return (
    <tr data-testid="own-dealer" className={`${cardRow.xl} max-xl:grid-cols-2`}>
      <Cell className="max-xl:col-span-2 max-xl:px-0 xl:min-w-50 xl:pl-4">
        {/* The whole row links to the dealer. */}
        <Link
          to={ownDealerPath(id)}
          className="line-clamp-1 font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Link>
        <span className="line-clamp-1 text-12 text-ink-2">{detail}</span>
        {nextStep !== null && (
          <span className="mt-0.5 flex items-center gap-1.5 text-12">
            <Badge tone={nextStep.isDue ? 'warning' : 'neutral'}>{formatDay(nextStep.on)}</Badge>
            <span className="line-clamp-1">{nextStep.text}</span>
          </span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap max-xl:px-0">
        <Name>{t('representatives.own.columns.lastOrder')}</Name>
        <LastOrder dealer={dealer} />
      </Cell>
      <Cell align="right" className="whitespace-nowrap tabular-nums max-xl:px-0">
        <Name>{t('representatives.own.columns.balance')}</Name>
        {formatMoney(balance, lira)}
        {overdue > 0 && (
          <span className="block text-12 text-danger">
            {t('people.dealers.overdue', { amount: formatMoney(overdue, lira) })}
          </span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap tabular-nums max-xl:px-0 xl:text-right">
        <Name>{t('representatives.own.columns.limit')}</Name>
        <LimitLeft dealer={dealer} />
      </Cell>
      <Cell align="right" className="tabular-nums max-xl:px-0">
        <Name>{t('representatives.own.columns.offers')}</Name>
        {formatQuantity(openOffers)}
      </Cell>
      <Cell className="max-xl:px-0 xl:min-w-44">
        <Name>{t('representatives.own.columns.target')}</Name>
        <TargetBar target={dealer.target} sold={dealer.sold} />
      </Cell>
      <Cell className="max-xl:flex max-xl:items-end max-xl:justify-end max-xl:px-0 xl:pr-4">
        {dealer.isOwn && <ActButton id={id} name={name} className="relative z-1" />}
      </Cell>
    </tr>
  )
}

/** The name of a figure on cards, which have no column heads. */
function Name({ children }: { children: string }) {
  return <span className="block text-12 text-ink-2 xl:hidden">{children}</span>
}

export function LastOrder({ dealer: { lastOrder, daysSinceOrder } }: { dealer: OwnDealer }) {
  const { t, formatQuantity } = useTranslation()
  if (lastOrder === null || daysSinceOrder === null)
    return <span className="text-ink-2">{t('representatives.own.noOrder')}</span>
  return (
    <>
      {formatDay(dayInTurkey(new Date(lastOrder.date)))}
      <span className="block text-12 text-ink-2">
        {daysSinceOrder === 0
          ? t('representatives.own.today')
          : t('representatives.own.daysAgo', { count: daysSinceOrder, number: formatQuantity(daysSinceOrder) })}
      </span>
    </>
  )
}

export function LimitLeft({ dealer: { limitLeft, isOrderBlocked } }: { dealer: OwnDealer }) {
  const { t, formatMoney } = useTranslation()
  if (isOrderBlocked) return <span className="text-danger">{t('people.dealers.closed')}</span>
  if (limitLeft === null) return <span className="text-ink-2">{t('people.dealers.noLimit')}</span>
  return <span className={limitLeft === 0 ? 'text-danger' : undefined}>{formatMoney(limitLeft, lira)}</span>
}
