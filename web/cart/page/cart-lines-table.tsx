import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { RoundingNote } from '#web/product/rounding-note.tsx'
import { TaxNote } from '#web/app/price.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useActivity } from '#web/cart/cart-activity.ts'
import { CartLine } from './cart-line.tsx'
import { type LineProblem, shownLines, totalsOfLines } from '#web/cart/cart-lines.ts'
import { useCartPrices } from '#web/cart/use-cart.ts'

/** Above this many lines only those near the screen are drawn. */
const plainMax = 100
/** Height of a row without messages, in pixels. */
const rowHeight = 61

/** What the server draws: the rows of a screen of 1080 pixels below the page's head, and a few more. */
const firstRows = Array.from({ length: 20 }, (_, index) => ({ index, start: index * rowHeight }))

/** `show` brings a line into sight and puts the focus on its quantity; where that cannot be changed, on its removal. */
export type LinesHandle = { show(id: number): void }
type CartLinesProps = { items: CartItem[]; problems: Map<number, LineProblem>; ref: Ref<LinesHandle> }
/** `lineCount` is more than the lines while the others are still to come. */
type CartTableProps = CartLinesProps & { lineCount: number }

function focusLine(id: number): void {
  const line = document.getElementById(`line-${id}`)
  line?.scrollIntoView({ block: 'center' })
  const target = line?.querySelector<HTMLElement>('input:enabled') ?? line?.querySelector<HTMLElement>('button:enabled')
  target?.focus({ preventScroll: true })
}

/** Arrows move between the quantities of the lines. */
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
  // By the whole cart: the rows stay the same ones when the other lines come.
  const Lines = lineCount > plainMax ? VirtualLines : PlainLines
  return (
    <div className="@container overflow-clip border-line bg-surface max-sm:border-y sm:rounded-panel sm:border">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys come up from the fields inside */}
      <table aria-rowcount={lineCount + 1} className="block" onKeyDown={moveByArrow}>
        <LineHeads />
        <Lines items={items} problems={problems} ref={ref} />
      </table>
      {lineCount > items.length && <ComingLines count={lineCount - items.length} />}
      <LinesFoot items={items} isWhole={lineCount === items.length} hasPrices={seesPrices} />
    </div>
  )
}

const heads = ['image', 'name', 'brand', 'quantity', 'unit', 'tax', 'price', 'amount', 'remove'] as const
const rightHeads = new Set<string>(['tax', 'price', 'amount'])
const taxedHeads = new Set<string>(['price', 'amount'])
const unseenHeads = new Set<string>(['image', 'remove'])

function LineHeads() {
  const { t } = useTranslation()
  return (
    <thead className="block">
      <tr className="hidden h-9 items-center border-b border-line bg-canvas px-3 text-12 text-ink-2 @min-[52rem]:cart-line">
        {heads.map((head) => (
          <th key={head} scope="col" className={`font-medium ${rightHeads.has(head) ? 'text-right' : 'text-left'}`}>
            <span className={unseenHeads.has(head) ? 'sr-only' : ''}>{t(`cart.head.${head}`)}</span>
            {taxedHeads.has(head) && <TaxNote />}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function ComingLines({ count }: { count: number }) {
  const { t } = useTranslation()
  return (
    <output className="flex min-h-12 items-center justify-center gap-2 border-b border-line px-3 text-13 text-ink-2">
      <Spinner /> {t('cartPage.coming', { count })}
    </output>
  )
}

type LinesFootProps = { items: readonly CartItem[]; isWhole: boolean; hasPrices: boolean }

function LinesFoot({ items, isWhole, hasPrices }: LinesFootProps) {
  const { t } = useTranslation()
  const prices = useCartPrices()
  const lines = useMemo(() => shownLines(items, prices), [items, prices])
  const subtotal = isWhole ? totalsOfLines(items, prices).subtotal : undefined
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
  // Null until the page has come to life: a window that is scrolled by then, e.g. after a reload, asks for other rows than the server drew.
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
        // The row is drawn a frame after the scrolling.
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
