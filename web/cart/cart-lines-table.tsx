import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CartItem } from '#contract/cart.ts'
import { useVisitor } from '#web/app/use-visitor.ts'
import { useActivity } from './cart-activity.ts'
import { CartLine } from './cart-line.tsx'
import type { LineTrouble } from './cart-lines.ts'

/** Above this many lines only those near the screen are drawn. */
const plainMax = 100

/** `show` brings a line into sight and puts the focus on its quantity. */
export type LinesHandle = { show(id: number): void }
type CartLinesProps = { items: CartItem[]; troubles: Map<number, LineTrouble>; ref: Ref<LinesHandle> }

function focusLine(id: number): void {
  const line = document.getElementById(`line-${id}`)
  line?.scrollIntoView({ block: 'center' })
  line?.querySelector('input')?.focus({ preventScroll: true })
}

/** Arrows move between the quantities of the lines. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLInputElement)) return
  const fields = [...event.currentTarget.querySelectorAll('input')]
  const next = fields[fields.indexOf(event.target) + step]
  event.preventDefault()
  next?.focus()
}

export function CartLines({ items, troubles, ref }: CartLinesProps) {
  const { seesPrices } = useVisitor()
  return (
    <div className="@container overflow-clip border-line bg-surface max-sm:border-y sm:rounded-panel sm:border">
      <div role="table" aria-rowcount={items.length + 1} onKeyDown={moveByArrow}>
        <LineHeads />
        {items.length > plainMax ? (
          <VirtualLines items={items} troubles={troubles} ref={ref} />
        ) : (
          <PlainLines items={items} troubles={troubles} ref={ref} />
        )}
      </div>
      <LinesFoot hasPrices={seesPrices} />
    </div>
  )
}

const heads = ['image', 'name', 'brand', 'quantity', 'unit', 'tax', 'price', 'amount', 'remove'] as const

function LineHeads() {
  const { t } = useTranslation()
  return (
    <div role="rowgroup">
      <div
        role="row"
        aria-rowindex={1}
        className="hidden h-9 items-center border-b border-line bg-canvas px-3 text-12 font-medium text-ink-2 @min-[52rem]:cart-line"
      >
        {heads.map((head) => (
          <div
            key={head}
            role="columnheader"
            className={head === 'tax' || head === 'price' || head === 'amount' ? 'text-right' : ''}
          >
            <span className={head === 'image' || head === 'remove' ? 'sr-only' : ''}>{t(`cart.head.${head}`)}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

function LinesFoot({ hasPrices }: { hasPrices: boolean }) {
  const { t } = useTranslation()
  const key =
    'inline-flex h-5 min-w-5 items-center justify-center rounded-badge border border-line-2 px-1 font-sans text-11'
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 bg-canvas px-3 text-12 text-ink-2">
      <span>{hasPrices && t('cart.withoutTax')}</span>
      <span className="hidden items-center gap-1.5 @min-[52rem]:flex pointer-coarse:hidden" aria-hidden="true">
        <kbd className={key}>↑</kbd>
        <kbd className={key}>↓</kbd> {t('cart.keys.rows')}
        <kbd className={`${key} ml-2`}>+</kbd>
        <kbd className={key}>−</kbd> {t('cart.keys.quantity')}
      </span>
    </div>
  )
}

function useLineStates() {
  return useActivity((activity) => activity)
}

function PlainLines({ items, troubles, ref }: CartLinesProps) {
  const { failures, priceNotices } = useLineStates()
  useImperativeHandle(ref, () => ({ show: focusLine }), [])
  return (
    <div role="rowgroup">
      {items.map((item, i) => (
        <CartLine
          key={item.id}
          item={item}
          index={i}
          trouble={troubles.get(item.id)}
          failure={failures[item.id]}
          priceBefore={priceNotices[item.id]}
        />
      ))}
    </div>
  )
}

function VirtualLines({ items, troubles, ref }: CartLinesProps) {
  const { failures, priceNotices } = useLineStates()
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => 61,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => items[index]?.id ?? index,
    initialRect: { width: 1366, height: 1600 },
  })
  useImperativeHandle(
    ref,
    () => ({
      show(id) {
        virtualizer.scrollToIndex(
          items.findIndex((item) => item.id === id),
          { align: 'center' },
        )
        requestAnimationFrame(() => setTimeout(() => focusLine(id), 50))
      },
    }),
    [virtualizer, items],
  )
  return (
    <div role="rowgroup" ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index]
        if (item === undefined) return null
        return (
          <div
            key={key}
            data-index={index}
            ref={virtualizer.measureElement}
            role="presentation"
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <CartLine
              item={item}
              index={index}
              trouble={troubles.get(item.id)}
              failure={failures[item.id]}
              priceBefore={priceNotices[item.id]}
            />
          </div>
        )
      })}
    </div>
  )
}
