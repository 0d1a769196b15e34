import { AreaLink } from '#web/administration/area-link.tsx'
import type { ListedDealer } from '#contract/admin/dealers.ts'
import { adminDealerPath, adminStatementPath } from '#contract/core/record-paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Balance } from '#web/account/balance.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Dealers; cards in narrow windows. */
export function DealersTable({ items }: { items: readonly ListedDealer[] }) {
  const { t } = useTranslation()
  const head = (name: string) => t(`people.dealers.head.${name}`)
  return (
    <CardTable
      label={t('people.dealers.title')}
      below="lg"
      head={
        <>
          <HeadCell className="rounded-tl-panel pl-4">{head('code')}</HeadCell>
          <HeadCell className="w-full 2xl:w-1/2">{head('name')}</HeadCell>
          <HeadCell>{head('priceList')}</HeadCell>
          <HeadCell align="right">{head('discount')}</HeadCell>
          <HeadCell align="right">{head('balance')}</HeadCell>
          <HeadCell align="right">{head('limit')}</HeadCell>
          <HeadCell align="right">{head('users')}</HeadCell>
          <HeadCell className="rounded-tr-panel pr-4">{head('state')}</HeadCell>
        </>
      }
    >
      {items.map((dealer) => (
        <DealerRow key={dealer.id} dealer={dealer} />
      ))}
    </CardTable>
  )
}

function DealerRow({ dealer }: { dealer: ListedDealer }) {
  const { t, formatQuantity, formatMoney } = useTranslation()
  const { id, code, name, city, priceList, discount, riskLimit, balance, foreignBalances, users } = dealer
  return (
    <tr data-testid="dealer" className={cardRow.lg}>
      <Cell className="code max-lg:order-3 max-lg:px-0 max-lg:text-ink-2 lg:pl-4">{code}</Cell>
      <Cell className="max-lg:order-1 max-lg:min-w-0 max-lg:px-0 lg:min-w-50">
        {/* The whole row links to the dealer. */}
        <AreaLink
          to={adminDealerPath(id)}
          className="line-clamp-1 font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {name}
        </AreaLink>
        <span className="line-clamp-1 text-12 text-ink-2">{city}</span>
      </Cell>
      <Cell className="whitespace-nowrap max-lg:hidden">
        {priceList ?? <span className="text-ink-2">{t('people.dealers.defaultList')}</span>}
      </Cell>
      <Cell align="right" className="tabular-nums max-lg:hidden">
        {t('people.dealers.percent', { percent: formatQuantity(discount) })}
      </Cell>
      <Cell align="right" className="whitespace-nowrap tabular-nums max-lg:order-4 max-lg:px-0">
        {[{ value: balance, currency: 'TRY' }, ...foreignBalances].map((account) => (
          <span key={account.currency} className="block">
            <Balance {...account} />
          </span>
        ))}
        {overdueOf(dealer).map(({ value, currency }) => (
          <span key={currency} className="block text-12 text-danger">
            {t('people.dealers.overdue', { amount: formatMoney(value, currency) })}
          </span>
        ))}
        <AreaLink
          to={adminStatementPath(id)}
          aria-label={`${t('statement.short')}: ${name}`}
          className="relative inline-flex min-h-6 items-center text-12 text-brand-ink hover:underline pointer-coarse:-mb-3 pointer-coarse:min-h-11"
        >
          {t('statement.short')}
        </AreaLink>
      </Cell>
      <Cell align="right" className="whitespace-nowrap tabular-nums max-lg:hidden">
        <RiskLimit limit={riskLimit} />
      </Cell>
      <Cell align="right" className="tabular-nums max-lg:hidden">
        {formatQuantity(users)}
      </Cell>
      <Cell className="max-lg:order-2 max-lg:px-0 max-lg:text-right lg:pr-4">
        <DealerState dealer={dealer} />
      </Cell>
    </tr>
  )
}

/** Overdue amounts by currency; TL first. */
export function overdueOf({ overdueBalance, foreignOverdue }: Pick<ListedDealer, 'overdueBalance' | 'foreignOverdue'>) {
  return [...(overdueBalance > 0 ? [{ value: overdueBalance, currency: 'TRY' }] : []), ...foreignOverdue]
}

/** 0 means no limit, and exactly 1 blocks orders (checkout, section 5). */
function RiskLimit({ limit }: { limit: number }) {
  const { t, formatMoney } = useTranslation()
  if (limit > 1) return formatMoney(limit, 'TRY')
  return <span className="text-ink-2">{t(limit === 1 ? 'people.dealers.closed' : 'people.dealers.noLimit')}</span>
}

export function DealerState({ dealer }: { dealer: Pick<ListedDealer, 'isDisabled' | 'isOverLimit'> }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex flex-wrap justify-end gap-1 lg:justify-start">
      {dealer.isDisabled ? (
        <Badge tone="neutral">{t('people.states.disabled')}</Badge>
      ) : (
        <Badge tone="success">{t('people.states.active')}</Badge>
      )}
      {dealer.isOverLimit && <Badge tone="danger">{t('people.states.over')}</Badge>}
    </span>
  )
}
