import '#web/app/page-words.ts'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import {
  type BackOrder,
  backOrdersMax,
  getBackOrders,
  setStockWatch,
  type StockWatch,
} from '#contract/shop/back-orders.ts'
import { pages } from '#contract/core/pages.ts'
import { backOrdersPath, orderPath } from '#contract/core/record-paths.ts'
import { call } from '#web/app/data/call.ts'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/back-orders-page.ts'

const load = (api: ServerCall) => api(getBackOrders, {})
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** What the dealer waits for: lines of its orders, and products that the user watches. */
export default function BackOrdersPage({ loaderData: { lines, isMore, watches } }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const isEmpty = lines.length === 0 && watches.length === 0
  return (
    <div className="page-width py-5">
      <PageHead
        title={t('backOrders.title')}
        description={t('backOrders.description')}
        canonical={backOrdersPath}
        noIndex
      />
      <h1 className="text-20 font-semibold">{t('backOrders.title')}</h1>
      {isEmpty ? (
        <EmptyState
          className="py-16"
          title={t('backOrders.empty.title')}
          text={t('backOrders.empty.text')}
          actions={
            <Link to={pages.search} className={buttonClasses('outline', 'card')}>
              {t('shell.products')}
            </Link>
          }
        />
      ) : null}
      {lines.length > 0 ? (
        <Section title={t('backOrders.lines', { count: lines.length, number: formatQuantity(lines.length) })}>
          {lines.map((line) => (
            <LineRow key={`${line.orderNo} ${line.lineNo}`} line={line} />
          ))}
        </Section>
      ) : null}
      {isMore ? (
        <p className="mt-2 text-13 text-ink-2">{t('backOrders.more', { max: formatQuantity(backOrdersMax) })}</p>
      ) : null}
      {watches.length > 0 ? (
        <Section title={t('backOrders.watches')}>
          {watches.map((watch) => (
            <WatchRow key={watch.productId} watch={watch} />
          ))}
        </Section>
      ) : null}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-4 rounded-panel border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

type Goods = { code: string; name: string; url: string | null; image: string | null }

function Row({ goods: { code, name, url, image }, children }: { goods: Goods; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-0 sm:grid-cols-[auto_1fr_auto]">
      <ProductImage
        src={image}
        alt=""
        width={48}
        height={48}
        className="size-12 rounded-control bg-tile max-sm:row-span-2"
      />
      <div className="min-w-0">
        <p className="text-12 text-ink-2">
          <ProductCode code={code} />
        </p>
        {url === null ? (
          <p className="font-medium">{name}</p>
        ) : (
          <Link to={url} className="tap font-medium hover:underline">
            {name}
          </Link>
        )}
      </div>
      {children}
    </li>
  )
}

function LineRow({ line }: { line: BackOrder }) {
  const { t, formatQuantity } = useTranslation()
  const { orderNo, date, quantity, waiting, unit } = line
  return (
    <Row goods={line}>
      <div className="text-13 max-sm:col-start-2 sm:text-right">
        <p className="font-medium text-warning">
          {t('backOrders.waiting', { waiting: formatQuantity(waiting), quantity: formatQuantity(quantity), unit })}
        </p>
        <p className="text-12 text-ink-2">
          <Link to={orderPath(orderNo)} className="tap code text-brand-ink hover:underline">
            {orderNo}
          </Link>
          {' · '}
          <Moment date={date} />
        </p>
      </div>
    </Row>
  )
}

function WatchRow({ watch }: { watch: StockWatch }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  const { productId, name, since, arrivedAt } = watch
  const stop = () =>
    send(async () => {
      await call(setStockWatch, { body: { productId, isWatched: false } })
      await revalidate()
    })
  return (
    <Row goods={watch}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-2 max-sm:col-start-2 sm:justify-end">
        {arrivedAt === null ? (
          <>
            <span>
              {t('backOrders.since')} <Moment date={since} />
            </span>
            <Button
              variant="outline"
              busy={isBusy}
              aria-label={t('backOrders.stopOf', { name })}
              onClick={() => void stop()}
            >
              {t('backOrders.stop')}
            </Button>
          </>
        ) : (
          <>
            <Moment date={arrivedAt} />
            <Badge tone="success">{t('backOrders.arrived')}</Badge>
          </>
        )}
      </div>
    </Row>
  )
}
