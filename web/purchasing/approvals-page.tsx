import '#web/app/page-words.ts'
import { Link } from '#web/ui/link.tsx'
import type { Reply } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import { purchasePath } from '#contract/core/record-paths.ts'
import { type ListedPurchase, listPurchases, type PurchaseList, purchaseLists } from '#contract/shop/purchases.ts'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { Price } from '#web/app/price.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { classes } from '#web/ui/classes.ts'
import { CountBadge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/approvals-page.ts'
import { ApproveButton } from './approve-button.tsx'
import { Deputies } from './deputies.tsx'
import { PurchaseStateBadge } from './purchase-state-badge.tsx'

type List = Reply<typeof listPurchases>

const pathOf = (show: PurchaseList, page = 1): string =>
  `${pages.approvals}?show=${show}${page === 1 ? '' : `&page=${page}`}`

function queryOf(url: string) {
  const search = new URL(url).searchParams
  const text = (name: string) => search.get(name)?.slice(0, 20)
  return { show: text('show'), page: text('page') }
}

const load = (api: ServerCall, { url }: PageLocation) => api(listPurchases, { query: queryOf(url) })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Orders that wait, or waited, for an approver of the dealer. */
export default function ApprovalsPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  useFollow(list, () => call(listPurchases, { query: { show: list.show, page: String(list.page) } }), 15_000)
  const title = t('purchases.title')
  return (
    <div className="page-width flex max-w-260! flex-col gap-4 py-5">
      <PageHead title={title} description={t('purchases.description')} canonical={pages.approvals} noIndex />
      <div>
        <h1 className="text-20 font-semibold">{title}</h1>
        <p className="text-13 text-ink-2">{t('purchases.description')}</p>
      </div>
      <Lists list={list} />
      {list.items.length === 0 ? <NoPurchases show={list.show} /> : <Purchases items={list.items} label={title} />}
      <Pagination page={list.page} pages={list.pages} to={(page) => pathOf(list.show, page)} />
      {list.deputies !== null && <Deputies deputies={list.deputies} />}
    </div>
  )
}

function Lists({ list: { show, waiting, isApprover } }: { list: List }) {
  const { t } = useTranslation()
  const offered = purchaseLists.filter((each) => each !== 'waiting' || isApprover)
  return (
    <nav
      aria-label={t('purchases.lists.label')}
      className="flex gap-5 overflow-x-auto border-b border-line max-sm:gap-3.5"
    >
      {offered.map((each) => (
        <Link
          key={each}
          to={pathOf(each)}
          aria-current={each === show ? 'page' : undefined}
          className={classes(
            'flex min-h-10 shrink-0 items-center gap-1.5 border-b-2 text-13 font-medium max-sm:min-h-11',
            each === show ? 'border-brand text-brand-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {t(`purchases.lists.${each}`)}
          {each === 'waiting' && <CountBadge count={waiting} />}
        </Link>
      ))}
    </nav>
  )
}

function Purchases({ items, label }: { items: readonly ListedPurchase[]; label: string }) {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  const hasActions = items.some(({ isForMe }) => isForMe)
  return (
    <CardTable
      label={label}
      below="lg"
      head={
        <>
          <HeadCell className="rounded-tl-panel pl-4">{t('purchases.columns.buyer')}</HeadCell>
          <HeadCell>{t('purchases.columns.date')}</HeadCell>
          <HeadCell className="w-full">{t('purchases.columns.why')}</HeadCell>
          {seesPrices && <HeadCell className="text-right">{t('purchases.columns.total')}</HeadCell>}
          <HeadCell className={hasActions ? undefined : 'rounded-tr-panel pr-4'}>
            {t('purchases.columns.state')}
          </HeadCell>
          {hasActions && (
            <HeadCell className="rounded-tr-panel pr-4">
              <span className="sr-only">{t('purchases.action.approve')}</span>
            </HeadCell>
          )}
        </>
      }
    >
      {items.map((item) => (
        <Row key={item.id} item={item} hasTotals={seesPrices} hasActions={hasActions} />
      ))}
    </CardTable>
  )
}

function Row({ item, hasTotals, hasActions }: { item: ListedPurchase; hasTotals: boolean; hasActions: boolean }) {
  const { t } = useTranslation()
  const { id, buyer, date, reasons, total, state, lineCount, orderNo } = item
  return (
    <tr data-testid="purchase" className={cardRow.lg}>
      <Cell className="max-lg:order-1 max-lg:px-0 lg:pl-4">
        {/* The whole row links to the request. */}
        <Link
          to={purchasePath(id)}
          className="font-medium whitespace-nowrap text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {buyer}
        </Link>
        <span className="block text-12 whitespace-nowrap text-ink-2">{t('purchases.one', { number: id })}</span>
      </Cell>
      <Cell className="whitespace-nowrap max-lg:order-4 max-lg:px-0 max-lg:text-right">
        <Moment date={date} />
      </Cell>
      <Cell className="max-lg:order-5 max-lg:col-span-2 max-lg:px-0">
        {reasons.map((reason) => t(`purchases.reasons.${reason}`)).join(', ')}
        <span className="block text-12 text-ink-2">
          {t('purchases.count', { count: lineCount })}
          {orderNo !== null && ` · ${orderNo}`}
        </span>
      </Cell>
      {hasTotals && (
        <Cell className="text-right max-lg:order-3 max-lg:px-0 max-lg:text-left">
          {total && <Price value={total.value} currency={total.currency} className="font-semibold" />}
        </Cell>
      )}
      <Cell className="whitespace-nowrap max-lg:order-2 max-lg:px-0 max-lg:text-right ">
        <PurchaseStateBadge state={state} />
      </Cell>
      {hasActions && (
        <Cell className="max-lg:order-6 max-lg:col-span-2 max-lg:px-0 max-lg:pt-2 max-lg:empty:hidden lg:pr-4">
          {item.isForMe && <ApproveButton item={item} />}
        </Cell>
      )}
    </tr>
  )
}

/** What the list is for, and the first step. */
function NoPurchases({ show }: { show: PurchaseList }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const maySetLimits = ['users', 'approve'].every((need) => user?.permissions.some((each) => each === need))
  return (
    <EmptyState
      className="py-12"
      title={t(`purchases.empty.${show}`)}
      text={t(`purchases.empty.${show}Text`)}
      actions={
        show === 'own' ? (
          <Link to={pages.home} className={buttonClasses('outline', 'card')}>
            {t('purchases.empty.products')}
          </Link>
        ) : (
          maySetLimits && (
            <Link to={pages.accountUsers} className={buttonClasses('outline', 'card')}>
              {t('purchases.empty.limits')}
            </Link>
          )
        )
      }
    />
  )
}
