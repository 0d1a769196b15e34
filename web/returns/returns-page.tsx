import '#web/app/page-words.ts'
import { Link } from '#web/ui/link.tsx'
import { type Reply, urlOf } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import { returnPath } from '#contract/core/record-paths.ts'
import { type ListedReturn, listReturns } from '#contract/shop/returns.ts'
import { returnStates } from '#domain/after-sales/goods-return.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { FilterForm } from '#web/app/page/filter-form.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { UnreadStrip } from '#web/notes/unread-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/returns-page.ts'
import { ReturnStateBadge } from './return-state-badge.tsx'

type View = { state: string | null; q: string; page?: number }

const pathOf = ({ state, q, page }: View) => urlOf(pages.returns, {}, { state, q, page: page === 1 ? undefined : page })

function load(api: ServerCall, { url }: PageLocation) {
  const search = new URL(url).searchParams
  const text = (name: string) => search.get(name)?.slice(0, 100)
  return api(listReturns, { query: { state: text('state'), q: text('q'), page: text('page') } })
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The dealer's returns with their states. */
export default function ReturnsPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const title = t('returns.title')
  const isNarrowed = list.state !== null || list.q !== ''
  return (
    <div className="page-width flex flex-col gap-4 py-5">
      <PageHead title={title} description={t('returns.description')} canonical={pages.returns} noIndex />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-20 font-semibold">{title}</h1>
        <span className="text-16 text-ink-2">
          {t('returns.count', { count: list.total, number: formatQuantity(list.total) })}
        </span>
      </div>
      {list.items.length > 0 && (
        <p className="-mt-2 text-13 text-ink-2">
          {t('returns.empty.text')}{' '}
          <Link to={pages.orders} className="tap font-medium text-brand-ink underline">
            {t('returns.empty.orders')}
          </Link>
        </p>
      )}
      <UnreadStrip kind="return" />
      {(list.items.length > 0 || isNarrowed) && <ReturnsFilter list={list} isNarrowed={isNarrowed} />}
      {list.items.length === 0 ? (
        <NoReturns isNarrowed={isNarrowed || list.page > 1} />
      ) : (
        <ReturnsTable items={list.items} label={title} />
      )}
      <Pagination page={list.page} pages={list.pages} to={(page) => pathOf({ ...list, page })} />
    </div>
  )
}

function ReturnsFilter({ list, isNarrowed }: { list: Reply<typeof listReturns>; isNarrowed: boolean }) {
  const { t } = useTranslation()
  const words = (name: string) => t(`returns.filter.${name}`)
  return (
    <FilterForm
      words={{ label: words('label'), apply: words('apply'), clear: words('clear') }}
      page={pages.returns}
      values={[list.state, list.q]}
      isNarrowed={isNarrowed}
      pathOf={(text) => pathOf({ state: text('state'), q: text('q') })}
    >
      <Field label={words('state')} className="max-sm:w-full">
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            name="state"
            defaultValue={list.state ?? ''}
            className="w-full sm:w-44"
            // Submits when the selection changes.
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          >
            <option value="">{words('all')}</option>
            {returnStates.map((state) => (
              <option key={state} value={state}>
                {t(`returns.states.${state}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField
        label={words('q')}
        type="search"
        name="q"
        maxLength={100}
        defaultValue={list.q}
        className="max-sm:w-full sm:max-w-80 sm:min-w-60 sm:flex-1"
      />
    </FilterForm>
  )
}

function ReturnsTable({ items, label }: { items: readonly ListedReturn[]; label: string }) {
  const { t } = useTranslation()
  return (
    <CardTable
      label={label}
      below="lg"
      head={
        <>
          <HeadCell className="rounded-tl-panel pl-4">{t('returns.columns.number')}</HeadCell>
          <HeadCell>{t('returns.columns.date')}</HeadCell>
          <HeadCell>{t('returns.columns.order')}</HeadCell>
          <HeadCell className="w-full">{t('returns.columns.reason')}</HeadCell>
          <HeadCell>{t('returns.columns.creator')}</HeadCell>
          <HeadCell className="rounded-tr-panel pr-4">{t('returns.columns.state')}</HeadCell>
        </>
      }
    >
      {items.map((item) => (
        <ReturnRow key={item.returnNo} item={item} />
      ))}
    </CardTable>
  )
}

function ReturnRow({ item }: { item: ListedReturn }) {
  const { t } = useTranslation()
  const { returnNo, date, orderNo, reason, creator, state, lineCount, photoCount } = item
  return (
    <tr data-testid="return" className={cardRow.lg}>
      <Cell className="max-lg:order-1 max-lg:px-0 lg:pl-4">
        {/* The whole row links to the return. */}
        <Link
          to={returnPath(returnNo)}
          className="code font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {returnNo}
        </Link>
      </Cell>
      <Cell className="whitespace-nowrap max-lg:order-4 max-lg:px-0 max-lg:text-right">
        <Moment date={date} />
      </Cell>
      <Cell className="max-lg:order-3 max-lg:px-0">
        <span className="code">{orderNo}</span>
      </Cell>
      <Cell className="max-lg:order-5 max-lg:col-span-2 max-lg:px-0">
        {t(`returns.reasons.${reason}`)}
        <span className="block text-12 text-ink-2">
          {t('returns.lineCount', { count: lineCount })}
          {photoCount > 0 && ` · ${t('returns.photoCount', { count: photoCount })}`}
        </span>
      </Cell>
      <Cell className="whitespace-nowrap max-lg:hidden">{creator}</Cell>
      <Cell className="whitespace-nowrap max-lg:order-2 max-lg:px-0 max-lg:text-right lg:pr-4">
        <ReturnStateBadge state={state} />
      </Cell>
    </tr>
  )
}

/** There are no returns yet, or none that match. */
function NoReturns({ isNarrowed }: { isNarrowed: boolean }) {
  const { t } = useTranslation()
  const link = (to: string, name: string) => (
    <Link to={to} className={buttonClasses('outline', 'card')}>
      {t(`returns.empty.${name}`)}
    </Link>
  )
  return isNarrowed ? (
    <EmptyState className="py-16" title={t('returns.empty.nothing')} actions={link(pages.returns, 'showAll')} />
  ) : (
    <EmptyState
      className="py-16"
      title={t('returns.empty.title')}
      text={t('returns.empty.text')}
      actions={link(pages.orders, 'orders')}
    />
  )
}
