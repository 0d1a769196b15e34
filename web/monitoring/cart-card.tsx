import { ChevronDown, ChevronUp } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { listCarts, type WatchedCart } from '#contract/admin/monitoring.ts'
import { shortenCode } from '#domain/text/text.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Item = WatchedCart['items'][number]

/** Lines of a collapsed cart. */
const collapsedLines = 8

/** One customer's cart. A long one is collapsed; lines after the first fifty load when it is expanded. */
export function CartCard({ cartKey, cart }: { cartKey: string; cart: WatchedCart }) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { items, isBusy } = useLines(
    cartKey,
    cart,
    isOpen,
    useCallback(() => setOpen(false), []),
  )
  const { userName, lineCount, total, phone, updatedAt } = cart
  return (
    <section
      data-testid="watched-cart"
      aria-label={userName}
      className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      <header className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5">
        <h2 className="min-w-0 flex-1 basis-40 truncate text-14 font-semibold" title={userName}>
          {userName}
        </h2>
        {phone !== null && (
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className="text-13 text-brand-ink hover:underline">
            {phone}
          </a>
        )}
        <p className="text-14 font-semibold tabular-nums">{formatMoney(total, 'TRY')}</p>
        <p className="text-12 text-ink-2">
          {t('monitoring.carts.lines', { count: lineCount, number: formatQuantity(lineCount) })} ·{' '}
          <Moment date={updatedAt} />
        </p>
      </header>
      <Table aria-label={userName}>
        <TableHead className="static">
          <tr className="border-y border-line">
            <HeadCell className="w-full pl-4">{t('monitoring.carts.product')}</HeadCell>
            <HeadCell>{t('monitoring.carts.code')}</HeadCell>
            <HeadCell align="right" className="pr-4">
              {t('monitoring.carts.quantity')}
            </HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {(isOpen ? items : items.slice(0, collapsedLines)).map((item) => (
            <Line key={`${item.link} ${item.unit}`} item={item} />
          ))}
        </tbody>
      </Table>
      {lineCount > collapsedLines && (
        <div className="border-t border-line p-2">
          <Button
            variant="ghost"
            busy={isBusy}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            icon={isOpen ? <ChevronUp size={14} aria-hidden="true" /> : <ChevronDown size={14} aria-hidden="true" />}
          >
            {isOpen
              ? t('monitoring.carts.showLess')
              : t('monitoring.carts.showAll', { number: formatQuantity(lineCount) })}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The lines that came with the page, or all of them; all are loaded again when the cart has changed. */
function useLines(cartKey: string, cart: WatchedCart, isOpen: boolean, onFailure: () => void) {
  const { t } = useTranslation()
  const [all, setAll] = useState<{ of: string; items: Item[] } | null>(null)
  const { updatedAt } = cart
  const needsAllLines = isOpen && cart.lineCount > cart.items.length
  useEffect(() => {
    if (!needsAllLines) return undefined
    const controller = new AbortController()
    call(listCarts, { query: { cart: cartKey } }, { signal: controller.signal })
      .then((carts) => setAll({ of: updatedAt, items: carts[cartKey]?.items ?? [] }))
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) return
        // The cart may be gone; the page notices that on its own.
        notify.error(t('monitoring.carts.allFailed'), { id: cartKey })
        onFailure()
      })
    return () => controller.abort()
  }, [cartKey, needsAllLines, updatedAt, t, onFailure])
  return {
    items: (needsAllLines ? all?.items : undefined) ?? cart.items,
    isBusy: needsAllLines && all?.of !== updatedAt,
  }
}

/** The whole row links to the product, in a new tab. */
function Line({ item: { productName, productCode, productQuantity, unit, link } }: { item: Item }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <tr className="relative h-9 border-b border-line last:border-0 hover:bg-hover">
      <Cell className="pl-4">
        <a
          href={link}
          target="_blank"
          rel="noopener"
          className="line-clamp-2 py-1 font-medium after:absolute after:inset-0 hover:underline"
        >
          {productName}
          <span className="sr-only"> ({t('monitoring.carts.newTab')})</span>
        </a>
      </Cell>
      <Cell className="code max-w-40 truncate" title={productCode}>
        {shortenCode(productCode)}
      </Cell>
      <Cell align="right" className="pr-4 whitespace-nowrap">
        <span className="font-semibold">{formatQuantity(productQuantity)}</span>{' '}
        <span className="text-12 text-ink-2">{unit}</span>
      </Cell>
    </tr>
  )
}
