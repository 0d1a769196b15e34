import '#web/app/page-words.ts'
import { ListPlus, ShoppingCart } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { type Reply, urlOf } from '#contract/core/endpoint.ts'
import { boughtPath } from '#contract/core/list-paths.ts'
import { pages } from '#contract/core/pages.ts'
import { orderPath } from '#contract/core/record-paths.ts'
import { type BoughtProduct, boughtSorts, listBought, listReorders } from '#contract/shop/bought.ts'
import { decimal, exchange, type Money } from '#domain/money/money.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { FilterForm } from '#web/app/page/filter-form.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { TaxNote } from '#web/app/price.tsx'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { StockBadge } from '#web/catalog/price/stock-badge.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/bought-page.ts'
import { AddToList } from './add-to-list.tsx'
import { ListTabs } from './list-tabs.tsx'
import { OrderOutcome } from './order-outcome.tsx'
import { Reorders } from './reorders.tsx'
import { SeenLast } from './seen-strip.tsx'
import { useListOrder } from './use-list-order.ts'

type View = { sort: string | null; q: string; page?: number }

const pathOf = ({ sort, q, page }: View) =>
  urlOf(boughtPath, {}, { sort: sort === boughtSorts[0] ? null : sort, q, page: page === 1 ? undefined : page })

async function load(api: ServerCall, { url }: PageLocation) {
  const search = new URL(url).searchParams
  const text = (name: string) => search.get(name)?.slice(0, 100)
  const [bought, reorders] = await Promise.all([
    api(listBought, { query: { sort: text('sort'), q: text('q'), page: text('page') } }),
    api(listReorders),
  ])
  return { bought, reorders: reorders.items }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** What the dealer has ordered before, and what is due to be ordered again. */
export default function BoughtPage({ loaderData: { bought, reorders } }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const title = t('bought.title')
  const isNarrowed = bought.q !== ''
  const isPlain = !isNarrowed && bought.page === 1
  return (
    <div className="page-width flex flex-col gap-4 py-5">
      <PageHead title={title} description={t('bought.description')} canonical={boughtPath} noIndex />
      <ListTabs />
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 className="text-20 font-semibold">{title}</h1>
        <span className="text-16 text-ink-2">
          {t('bought.count', { count: bought.total, number: formatQuantity(bought.total) })}
        </span>
      </div>
      {isPlain && reorders.length > 0 && <Reorders items={reorders} />}
      {(bought.items.length > 0 || isNarrowed) && <BoughtFilter list={bought} isNarrowed={isNarrowed} />}
      {bought.items.length === 0 ? (
        <NothingBought isNarrowed={isNarrowed || bought.page > 1} />
      ) : (
        <BoughtTable items={bought.items} />
      )}
      <Pagination page={bought.page} pages={bought.pages} to={(page) => pathOf({ ...bought, page })} />
      {isPlain && <SeenLast className="mt-2" />}
    </div>
  )
}

function BoughtFilter({ list, isNarrowed }: { list: Reply<typeof listBought>; isNarrowed: boolean }) {
  const { t } = useTranslation()
  const words = (name: string) => t(`bought.filter.${name}`)
  return (
    <FilterForm
      words={{ label: words('label'), apply: words('apply'), clear: words('clear') }}
      page={boughtPath}
      values={[list.sort, list.q]}
      isNarrowed={isNarrowed}
      pathOf={(text) => pathOf({ sort: text('sort'), q: text('q') })}
    >
      <TextField
        label={words('q')}
        type="search"
        name="q"
        maxLength={100}
        defaultValue={list.q}
        className="max-sm:w-full sm:max-w-80 sm:min-w-60 sm:flex-1"
      />
      <Field label={words('sort')} className="max-sm:w-full">
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            name="sort"
            defaultValue={list.sort}
            className="w-full sm:w-48"
            // Submits when the selection changes.
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          >
            {boughtSorts.map((sort) => (
              <option key={sort} value={sort}>
                {t(`bought.sorts.${sort}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FilterForm>
  )
}

function BoughtTable({ items }: { items: readonly BoughtProduct[] }) {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  const { isBusy, outcome, order, close } = useListOrder()
  return (
    <>
      <CardTable
        label={t('bought.title')}
        below="lg"
        head={
          <>
            <HeadCell className="w-full rounded-tl-panel pl-4">{t('bought.columns.product')}</HeadCell>
            <HeadCell>{t('bought.columns.last')}</HeadCell>
            <HeadCell align="right">{t('bought.columns.quantity')}</HeadCell>
            {seesPrices && (
              <>
                <HeadCell align="right">
                  {t('bought.columns.then')}
                  <TaxNote />
                </HeadCell>
                <HeadCell align="right">
                  {t('bought.columns.now')}
                  <TaxNote />
                </HeadCell>
              </>
            )}
            <HeadCell align="right">{t('bought.columns.orders')}</HeadCell>
            <HeadCell className="rounded-tr-panel pr-4">
              <span className="sr-only">{t('bought.columns.actions')}</span>
            </HeadCell>
          </>
        }
      >
        {items.map((item) => (
          <BoughtRow
            key={`${item.productId} ${item.code}`}
            item={item}
            isBusy={isBusy}
            onAdd={() => void order([{ code: item.code, unit: item.unit, quantity: item.quantity }])}
          />
        ))}
      </CardTable>
      <OrderOutcome outcome={outcome} onClose={close} />
    </>
  )
}

function BoughtRow({ item, isBusy, onAdd }: { item: BoughtProduct; isBusy: boolean; onAdd(): void }) {
  const { t, formatQuantity } = useTranslation()
  const { seesPrices } = useVisitor()
  const mayFill = useMayFillCart()
  const { code, name, url, image, unit, unitId, productId, orderNo, date, quantity, orderCount } = item
  const isGone = productId === null || unitId === null
  return (
    <tr data-testid="bought" className={cardRow.lg}>
      <Cell className="max-lg:order-1 max-lg:col-span-2 max-lg:px-0 lg:pl-4">
        <div className="flex gap-3">
          <ProductImage
            src={image}
            alt=""
            width={40}
            height={40}
            className="size-10 shrink-0 rounded-control bg-tile"
          />
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 text-12 text-ink-2">
              <ProductCode code={code} />
              {isGone ? t('bought.gone') : <StockBadge product={shownStock(item)} />}
            </p>
            {url === null ? (
              <p className="font-medium text-ink-2">{name}</p>
            ) : (
              <Link to={url} className="tap line-clamp-2 font-medium hover:underline">
                {name}
              </Link>
            )}
          </div>
        </div>
      </Cell>
      <Cell className="whitespace-nowrap max-lg:order-3 max-lg:px-0">
        {formatDay(dayInTurkey(new Date(date)))}
        <Link
          to={orderPath(orderNo)}
          className="code tap block text-12 text-ink-2 hover:underline max-lg:ml-2 max-lg:inline"
        >
          {orderNo}
        </Link>
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-lg:order-4 max-lg:px-0">
        {formatQuantity(quantity)} {unit}
      </Cell>
      {seesPrices && <PricesThenAndNow item={item} />}
      <Cell align="right" className="whitespace-nowrap max-lg:hidden">
        {formatQuantity(orderCount)}
      </Cell>
      <Cell className="max-lg:order-7 max-lg:col-span-2 max-lg:px-0 lg:pr-4">
        {!isGone && (
          <span className="flex justify-end gap-1">
            {mayFill && (
              <IconButton label={t('bought.addOf', { name })} variant="outline" disabled={isBusy} onClick={onAdd}>
                <ShoppingCart size={16} aria-hidden="true" />
              </IconButton>
            )}
            <AddToList name={name} source={() => ({ kind: 'products', lines: [{ productId, unitId, quantity }] })}>
              {(open, label) => (
                <IconButton label={`${label}: ${name}`} onClick={open}>
                  <ListPlus size={16} aria-hidden="true" />
                </IconButton>
              )}
            </AddToList>
          </span>
        )}
      </Cell>
    </tr>
  )
}

/** Only what the server shows: fields that are missing stay missing. */
const shownStock = ({ isOutOfStock, stock, moreThan }: BoughtProduct) => ({
  isOutOfStock,
  ...(stock !== undefined && { quantity: stock }),
  ...(moreThan !== undefined && { moreThan }),
})

/** The prices of one unit in the visitor's currency at today's rates, and by how much it changed. */
function PricesThenAndNow({ item: { priceThen, price } }: { item: BoughtProduct }) {
  const { t, formatMoney, formatNumber } = useTranslation()
  const { currency, rates } = usePriceView()
  const amount = (money: Money) => exchange(decimal(money.value), money.currency, currency, rates)
  const text = (money: Money | undefined) => (money === undefined ? '—' : formatMoney(amount(money), currency))
  const change =
    priceThen === undefined || price === undefined || priceThen.currency !== price.currency || priceThen.value === 0
      ? 0
      : decimal(price.value).minus(priceThen.value).times(100).dividedBy(priceThen.value).toDecimalPlaces(1).toNumber()
  return (
    <>
      <Cell align="right" className="whitespace-nowrap max-lg:order-5 max-lg:px-0 max-lg:text-left!">
        <span className="text-12 text-ink-2 lg:hidden">{t('bought.columns.then')}: </span>
        {text(priceThen)}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-lg:order-6 max-lg:px-0">
        <span className="text-12 text-ink-2 lg:hidden">{t('bought.columns.now')}: </span>
        {text(price)}
        {change !== 0 && (
          <span className={`block text-12 ${change > 0 ? 'text-warning' : 'text-success'}`}>
            {t(change > 0 ? 'bought.more' : 'bought.less', { percent: formatNumber(Math.abs(change), 1) })}
          </span>
        )}
      </Cell>
    </>
  )
}

/** Nothing was bought yet, or nothing matches. */
function NothingBought({ isNarrowed }: { isNarrowed: boolean }) {
  const { t } = useTranslation()
  return isNarrowed ? (
    <EmptyState
      className="py-16"
      title={t('bought.empty.nothing')}
      actions={
        <Link to={boughtPath} className={buttonClasses('outline', 'card')}>
          {t('bought.filter.clear')}
        </Link>
      }
    />
  ) : (
    <EmptyState
      className="py-16"
      title={t('bought.empty.title')}
      text={t('bought.empty.text')}
      actions={
        <Link to={pages.search} className={buttonClasses('outline', 'card')}>
          {t('bought.empty.products')}
        </Link>
      }
    />
  )
}
