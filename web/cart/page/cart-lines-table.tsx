import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { RoundingNote } from '#web/cart/order/rounding-note.tsx'
import { TaxNote } from '#web/app/price.tsx'
import { showKeys } from '#web/app/keys-host.tsx'
import { Key } from '#web/ui/key.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useActivity } from '#web/cart/cart-activity.ts'
import { CartLine } from './cart-line.tsx'
import { type CartRow, cartRows, isRemoved, rowId } from '#web/cart/cart-rows.ts'
import { RemovedRow } from './removed-line.tsx'
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
type CartTableProps = {
  items: CartItem[]
  /** Exceeds the number of items while some are still loading. */
  lineCount: number
  problems: Map<number, LineProblem>
  ref: Ref<LinesHandle>
}
/** `rows`: the lines, and the places of removed ones. */
type CartRowsProps = { rows: CartRow[]; problems: Map<number, LineProblem>; ref: Ref<LinesHandle> }

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
  const removals = useActivity((activity) => activity.removals)
  const rows = useMemo(() => cartRows(items, removals), [items, removals])
  return (
    <div
      data-cart-lines
      className="@container overflow-clip border-line bg-surface max-sm:border-y sm:rounded-panel sm:border"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys come up from the fields inside */}
      <table aria-rowcount={lineCount + rows.length - items.length + 1} className="block" onKeyDown={moveByArrow}>
        <TableHeads />
        <Lines rows={rows} problems={problems} ref={ref} />
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
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 bg-canvas px-3 text-12 text-ink-2">
      {hasPrices && (
        <div className="py-2">
          {t('cart.withoutTax')}
          <RoundingNote lines={lines} subtotal={subtotal} />
        </div>
      )}
      <span className="hidden shrink-0 items-center gap-3 whitespace-nowrap @min-[52rem]:flex pointer-coarse:hidden">
        <span aria-hidden="true">
          <Key>F8</Key> {t('cart.keys.summary')}
        </span>
        <span aria-hidden="true">
          <Key>Ctrl+Enter</Key> {t('cart.keys.order')}
        </span>
        <button type="button" onClick={showKeys} className="min-h-6 rounded-badge hover:underline">
          <Key>?</Key> {t('catalog.keys.all')}
        </button>
      </span>
    </div>
  )
}

function PlainLines({ rows, problems, ref }: CartRowsProps) {
  const propsOf = useLineProps(problems)
  useImperativeHandle(ref, () => ({ show: focusLine }), [])
  return (
    <tbody className="block">
      {rows.map((row, i) =>
        isRemoved(row) ? (
          <RemovedRow key={row.undoKey} removal={row} index={i} />
        ) : (
          <CartLine key={row.id} item={row} index={i} {...propsOf(row)} />
        ),
      )}
    </tbody>
  )
}

/** What a line shows besides itself: its problem, failed change, hint and previous price. */
function useLineProps(problems: Map<number, LineProblem>) {
  const { failures, hints, priceNotices } = useActivity((activity) => activity)
  return ({ id }: CartItem) => ({
    problem: problems.get(id),
    failure: failures[id],
    hint: hints[id],
    priceBefore: priceNotices[id],
  })
}

function VirtualLines({ rows, problems, ref }: CartRowsProps) {
  const propsOf = useLineProps(problems)
  const list = useRef<HTMLTableSectionElement>(null)
  // Null until hydration: a scrolled window, e.g. after a reload, would render other rows than the server did.
  const [top, setTop] = useState<number | null>(null)
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  // oxlint-disable-next-line react/incompatible-library -- no compiler is in use, and the virtualizer is read while rendering
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: top ?? 0,
    getItemKey: (index) => keyOf(rows[index]) ?? index,
  })
  useImperativeHandle(
    ref,
    () => ({
      show(id) {
        virtualizer.scrollToIndex(
          rows.findIndex((row) => rowId(row) === id),
          { align: 'center' },
        )
        // The row is rendered one frame after scrolling.
        requestAnimationFrame(() => requestAnimationFrame(() => focusLine(id)))
      },
    }),
    [virtualizer, rows],
  )
  return (
    <tbody ref={list} className="relative block" style={{ height: virtualizer.getTotalSize() }}>
      {(top === null ? firstRows : virtualizer.getVirtualItems()).map(({ index, start }) => {
        const row = rows[index]
        if (row === undefined) return null
        const place = {
          ref: virtualizer.measureElement,
          style: { transform: `translateY(${start - (top ?? 0)}px)` },
        }
        return isRemoved(row) ? (
          <RemovedRow key={row.undoKey} row={place} removal={row} index={index} />
        ) : (
          <CartLine key={row.id} row={place} item={row} index={index} {...propsOf(row)} />
        )
      })}
    </tbody>
  )
}

function keyOf(row: CartRow | undefined): string | number | undefined {
  return row === undefined ? undefined : isRemoved(row) ? row.undoKey : row.id
}
