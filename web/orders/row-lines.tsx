import { useEffect, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { getOrderSummary, type Order } from '#contract/shop/orders.ts'
import { orderPath } from '#contract/core/record-paths.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { OrderLinesTable } from './order-lines-table.tsx'

/** Lines shown in an opened row; the order's page has all. */
const maxLines = 100

type Loaded = { order: Order } | { failure: string } | null

/** The lines of an order in the list, loaded when it is opened. */
export function RowLines({ orderNo }: { orderNo: string }) {
  const [turn, setTurn] = useState(0)
  return <LoadedLines key={turn} orderNo={orderNo} onRetry={() => setTurn(turn + 1)} />
}

function LoadedLines({ orderNo, onRetry }: { orderNo: string; onRetry(): void }) {
  const { t } = useTranslation()
  const [loaded, setLoaded] = useState<Loaded>(null)
  useEffect(() => {
    const { abort, signal } = abortable()
    call(getOrderSummary, { query: { order: orderNo } }, { signal }).then(
      (order) => setLoaded({ order }),
      (error: unknown) => {
        if (error instanceof CallError) setLoaded({ failure: error.message })
        else if (!signal.aborted) throw error
      },
    )
    return abort
  }, [orderNo])

  if (loaded === null)
    return (
      <p role="status" className="flex h-18 items-center gap-2 px-2 text-ink-2">
        <Spinner /> {t('orders.lines.loading')}
      </p>
    )
  if ('failure' in loaded)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 px-2 py-3 text-danger">
        {t('orders.lines.failed')} {loaded.failure}
        <Button onClick={onRetry}>{t('ui.retry')}</Button>
      </p>
    )
  const { order } = loaded
  const more = order.orderItems.length - maxLines
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-surface">
      <OrderLinesTable order={order} lines={order.orderItems.slice(0, maxLines)} />
      {more > 0 && (
        <p className="border-t border-line p-3">
          <Link to={orderPath(orderNo)} className="font-medium text-brand-ink hover:underline">
            {t('orders.again.more', { count: more })}
          </Link>
        </p>
      )}
    </div>
  )
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
