import '#web/app/page-words.ts'
import { Printer } from 'lucide-react'
import { getOrderSlips, type OrderSlip } from '#contract/admin/order-bulk.ts'
import { ordersAtOnce } from '#contract/admin/orders.ts'
import { orderSlipsPage } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { placeLines, useWishes } from '#web/product/delivery-facts.tsx'
import { PrintHead } from '#web/app/page/print-head.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-order-slips-page.ts'

const load = (api: ServerCall, { url }: PageLocation) =>
  api(getOrderSlips, { query: { orders: new URL(url).searchParams.get('siparis')?.slice(0, 8000) ?? '' } })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Slips of orders to pack by, each on a page of its own. */
export default function AdminOrderSlipsPage({ loaderData: { slips: loaded, requested } }: Route.ComponentProps) {
  const slips = loaded.filter(({ lines }) => lines.length > 0)
  const cancelled = loaded.filter(({ lines }) => lines.length === 0)
  const { t, formatQuantity } = useTranslation()
  const text = (name: string, facts?: Record<string, string | number>) =>
    t(`administration.orders.slips.${name}`, facts)
  return (
    <DetailFrame
      title={text('title')}
      description={text('description')}
      path={orderSlipsPage}
      back={{ to: pages.adminOrders, label: t('administration.orders.title') }}
    >
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <h1 className="text-18 font-semibold">{text('title')}</h1>
        {slips.length > 0 && (
          <>
            <p className="text-13 text-ink-2">
              {text('count', { count: slips.length, number: formatQuantity(slips.length) })}
            </p>
            <Button
              variant="solid"
              size="card"
              className="ml-auto"
              icon={<Printer size={16} aria-hidden="true" />}
              onClick={() => print()}
            >
              {text('print')}
            </Button>
          </>
        )}
      </div>
      {cancelled.length > 0 && (
        <MessageStrip tone="info" className="print:hidden">
          {text('cancelled')} <span className="code">{cancelled.map(({ orderNo }) => orderNo).join(', ')}</span>
        </MessageStrip>
      )}
      {requested > ordersAtOnce && (
        <MessageStrip tone="warning" className="print:hidden">
          {text('cut', { count: formatQuantity(ordersAtOnce), total: formatQuantity(requested) })}
        </MessageStrip>
      )}
      {slips.length === 0 && <EmptyState title={text('none')} text={text('noneText')} />}
      {slips.map((slip) => (
        <Slip key={slip.id} slip={slip} />
      ))}
    </DetailFrame>
  )
}

function Slip({ slip }: { slip: OrderSlip }) {
  const { t } = useTranslation()
  const { orderNo, dealer, dealerCode, branch, address, district, city, phone, delivery, note, lines } = slip
  const wishesOf = useWishes()
  const place = delivery === null ? [] : placeLines(delivery)
  const join = (parts: readonly string[], sign: string) => parts.filter((part) => part !== '').join(sign)
  const facts = [
    ['dealer', `${dealer} (${dealerCode})`],
    ['branch', branch ?? ''],
    ['address', place.length > 0 ? place.join('\n') : join([address, join([district, city], ' / '), phone], '\n')],
    ['note', note],
  ].filter(([, value]) => value !== '')
  return (
    <article className="break-after-page rounded-panel border border-line bg-surface last:break-after-auto print:rounded-none print:border-0">
      <PrintHead />
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 print:px-0">
        <h2 className="text-16 font-semibold">{t('orders.page.title', { number: orderNo })}</h2>
        <p className="text-13 text-ink-2">
          <Moment date={slip.date} /> <span className="print:hidden">· {t(`orders.states.${slip.state}`)}</span>
        </p>
      </header>
      <dl className="grid gap-x-6 px-4 py-2 text-13 sm:grid-cols-2 print:grid-cols-2 print:px-0">
        {facts.map(([name, value]) => (
          <div key={name} className="py-1">
            <dt className="text-12 text-ink-2">{t(`administration.orders.slips.${name}`)}</dt>
            <dd className="[overflow-wrap:anywhere] whitespace-pre-line">{value}</dd>
          </div>
        ))}
        {wishesOf(slip).map(({ name, value }) => (
          <div key={name} className="py-1">
            <dt className="text-12 text-ink-2">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <Lines lines={lines} label={orderNo} />
    </article>
  )
}

function Lines({ lines, label }: { lines: OrderSlip['lines']; label: string }) {
  const { t, formatQuantity } = useTranslation()
  const text = (name: string) => t(`administration.orders.slips.${name}`)
  const isPartly = lines.some(({ shipped, backOrdered }) => shipped + backOrdered > 0)
  return (
    <Table aria-label={label}>
      <TableHead>
        <tr className="border-y border-line">
          <HeadCell className="w-8 pl-4 print:pl-0">
            <span className="sr-only">{text('tick')}</span>
          </HeadCell>
          <HeadCell>{text('product')}</HeadCell>
          {isPartly && (
            <HeadCell align="right" className="whitespace-nowrap">
              {text('ordered')}
            </HeadCell>
          )}
          <HeadCell align="right" className="pr-4 whitespace-nowrap print:pr-0">
            {text('toShip')}
          </HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {lines.map(({ lineNo, code, name, unit, quantity, shipped, backOrdered, isFree }) => (
          <tr
            key={lineNo}
            className={classes(
              'break-inside-avoid border-b border-line [&>td]:py-1.5',
              quantity === shipped + backOrdered && 'text-ink-2',
            )}
          >
            <Cell className="pl-4 print:pl-0">
              {/* A box to tick on paper. */}
              {quantity > shipped + backOrdered && (
                <span aria-hidden="true" className="block size-4 border border-ink" />
              )}
            </Cell>
            <Cell className="[overflow-wrap:anywhere]">
              <span className="code text-ink-2">{code}</span> <span className="font-medium">{name}</span>
              {isFree && <span className="font-semibold"> · {t('promotions.line.free')}</span>}
            </Cell>
            {isPartly && (
              <Cell align="right" className="whitespace-nowrap text-ink-2">
                {formatQuantity(quantity)} {unit}
              </Cell>
            )}
            <Cell align="right" className="pr-4 font-semibold whitespace-nowrap print:pr-0">
              {quantity > shipped + backOrdered ? `${formatQuantity(quantity - shipped - backOrdered)} ${unit}` : '–'}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
