import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { RoundingNote } from '#web/cart/order/rounding-note.tsx'
import { TaxNote } from '#web/app/price.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useActivity } from '#web/cart/cart-activity.ts'
import { CartLine } from './cart-line.tsx'
import { type LineProblem, shownLines, totalsOfLines } from '#web/cart/cart-lines.ts'
import { useCartPrices } from '#web/cart/use-cart.ts'

/** Above this number of lines the table is virtualized. */
const maxPlainLines = 100
/** Height of a row without messages, in pixels. */
const rowHeight = 61

/** Rows in the server's HTML: those visible on a screen of 1080 pixels, and a few more. */
const firstRows = Array.from({ length: 20 }, (_, index) => ({ index, start: index * rowHeight }))

/** `show` scrolls to a line and focuses its quantity, or its remove button if the quantity is disabled. */
export type LinesHandle = { show(id: number): void }
type CartLinesProps = { items: CartItem[]; problems: Map<number, LineProblem>; ref: Ref<LinesHandle> }
/** `lineCount` exceeds the number of items while some are still loading. */
type CartTableProps = CartLinesProps & { lineCount: number }

function focusLine(id: number): void {
  const line = document.getElementById(`line-${id}`)
  line?.scrollIntoView({ block: 'center' })
  const target = line?.querySelector<HTMLElement>('input:enabled') ?? line?.querySelector<HTMLElement>('button:enabled')
  target?.focus({ preventScroll: true })
}

/** The arrow keys move between the quantity fields. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLInputElement)) return
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:enabled')]
  const next = fields[fields.indexOf(event.target) + step]
  event.preventDefault()
  next?.focus()
}

export function CartLines({ items, lineCount, problems, ref }: CartTableProps) {
  const { seesPrices } = useVisitor()
  // Decided by the whole cart, so that rows are not remounted when the remaining lines arrive.
  const Lines = lineCount > maxPlainLines ? VirtualLines : PlainLines
  return (
    <div className="@container overflow-clip border-line bg-surface max-sm:border-y sm:rounded-panel sm:border">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys come up from the fields inside */}
      <table aria-rowcount={lineCount + 1} className="block" onKeyDown={moveByArrow}>
        <TableHeads />
        <Lines items={items} problems={problems} ref={ref} />
      </table>
      {lineCount > items.length && <LoadingLines count={lineCount - items.length} />}
      <LinesFoot items={items} isComplete={lineCount === items.length} hasPrices={seesPrices} />
    </div>
  )
}

const heads = ['image', 'name', 'brand', 'quantity', 'unit', 'tax', 'price', 'amount', 'remove'] as const
const rightHeads = new Set<string>(['tax', 'price', 'amount'])
const taxedHeads = new Set<string>(['price', 'amount'])
const hiddenHeads = new Set<string>(['image', 'remove'])

function TableHeads() {
  const { t } = useTranslation()
  return (
    <thead className="block">
      <tr className="hidden h-9 items-center border-b border-line bg-canvas px-3 text-12 text-ink-2 @min-[52rem]:cart-line">
        {heads.map((head) => (
          <th key={head} scope="col" className={`font-medium ${rightHeads.has(head) ? 'text-right' : 'text-left'}`}>
            <span className={hiddenHeads.has(head) ? 'sr-only' : ''}>{t(`cart.head.${head}`)}</span>
            {taxedHeads.has(head) && <TaxNote />}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function LoadingLines({ count }: { count: number }) {
  const { t } = useTranslation()
  return (
    <output className="flex min-h-12 items-center justify-center gap-2 border-b border-line px-3 text-13 text-ink-2">
      <Spinner /> {t('cartPage.coming', { count })}
    </output>
  )
}

type LinesFootProps = { items: readonly CartItem[]; isComplete: boolean; hasPrices: boolean }

function LinesFoot({ items, isComplete, hasPrices }: LinesFootProps) {
  const { t } = useTranslation()
  const prices = useCartPrices()
  const lines = useMemo(() => shownLines(items, prices), [items, prices])
  const subtotal = isComplete ? totalsOfLines(items, prices).subtotal : undefined
  const key =
    'inline-flex h-5 min-w-5 items-center justify-center rounded-badge border border-line-2 px-1 font-sans text-11'
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 bg-canvas px-3 text-12 text-ink-2">
      {hasPrices && (
        <div className="py-2">
          {t('cart.withoutTax')}
          <RoundingNote lines={lines} subtotal={subtotal} />
        </div>
      )}
      <span className="hidden items-center gap-1.5 @min-[52rem]:flex pointer-coarse:hidden" aria-hidden="true">
        <kbd className={key}>↑</kbd>
        <kbd className={key}>↓</kbd> {t('cart.keys.rows')}
        <kbd className={`${key} ml-2`}>+</kbd>
        <kbd className={key}>−</kbd> {t('cart.keys.quantity')}
      </span>
    </div>
  )
}

function PlainLines({ items, problems, ref }: CartLinesProps) {
  const { failures, hints, priceNotices } = useActivity((activity) => activity)
  useImperativeHandle(ref, () => ({ show: focusLine }), [])
  return (
    <tbody className="block">
      {items.map((item, i) => (
        <CartLine
          key={item.id}
          item={item}
          index={i}
          problem={problems.get(item.id)}
          failure={failures[item.id]}
          hint={hints[item.id]}
          priceBefore={priceNotices[item.id]}
        />
      ))}
    </tbody>
  )
}

function VirtualLines({ items, problems, ref }: CartLinesProps) {
  const { failures, hints, priceNotices } = useActivity((activity) => activity)
  const list = useRef<HTMLTableSectionElement>(null)
  // Null until hydration: a scrolled window, e.g. after a reload, would render other rows than the server did.
  const [top, setTop] = useState<number | null>(null)
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  // oxlint-disable-next-line react/incompatible-library -- no compiler is in use, and the virtualizer is read while rendering
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: top ?? 0,
    getItemKey: (index) => items[index]?.id ?? index,
  })
  useImperativeHandle(
    ref,
    () => ({
      show(id) {
        virtualizer.scrollToIndex(
          items.findIndex((item) => item.id === id),
          { align: 'center' },
        )
        // The row is rendered one frame after scrolling.
        requestAnimationFrame(() => requestAnimationFrame(() => focusLine(id)))
      },
    }),
    [virtualizer, items],
  )
  return (
    <tbody ref={list} className="relative block" style={{ height: virtualizer.getTotalSize() }}>
      {(top === null ? firstRows : virtualizer.getVirtualItems()).map(({ index, start }) => {
        const item = items[index]
        return (
          item && (
            <CartLine
              key={item.id}
              row={{ ref: virtualizer.measureElement, style: { transform: `translateY(${start - (top ?? 0)}px)` } }}
              item={item}
              index={index}
              problem={problems.get(item.id)}
              failure={failures[item.id]}
              hint={hints[item.id]}
              priceBefore={priceNotices[item.id]}
            />
          )
        )
      })}
    </tbody>
  )
}
