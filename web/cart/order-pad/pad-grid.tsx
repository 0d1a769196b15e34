import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
} from 'react'
import { isBlankLine } from '#domain/cart/draft-line.ts'
import { showKeys } from '#web/app/keys-host.tsx'
import { TaxNote } from '#web/app/price.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { moveByKey } from './pad-keys.ts'
import { PadRowView } from './pad-row.tsx'
import type { Cell } from './pad-rows.ts'
import { isColumn, type PadStore } from './pad-store.ts'
import { usePadState } from './use-pad.ts'
import { usePadSuggestions } from './use-pad-suggestions.ts'

/** Height of a row without a problem, in pixels: of a spreadsheet's row. Cards are measured. */
const rowHeight = 37
/** Frames that a row may take to be rendered after scrolling to it. */
const framesMax = 30
/** Rows in the server's HTML: those visible on a screen of 1080 pixels. */
const firstRows = 24
export type GridHandle = {
  focus(cell: Cell): void
  /** The row that has or had the focus last. */
  index(): number
}

type PadGridProps = {
  store: PadStore
  /** Receives a text pasted at a cell; returns whether it was taken. */
  onPaste(text: string, cell: Cell): boolean
  onUndo(): void
  ref: Ref<GridHandle>
}

const heads = ['row', 'code', 'name', 'unit', 'quantity', 'stock', 'price', 'amount', 'state', 'remove'] as const
const priceHeads = new Set<string>(['price', 'amount'])
const rightHeads = new Set<string>(['row', 'quantity', 'stock', 'price', 'amount'])

/** The rows as a spreadsheet, or as cards in a narrow window. Only rows on screen, and the one with the focus, are rendered. */
export function PadGrid({ store, onPaste, onUndo, ref }: PadGridProps) {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  const { rows, results, typingId } = usePadState(store)
  const list = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const lastIndex = useRef(0)
  const activeIndex = active === null ? -1 : rows.findIndex(({ id }) => id === active)
  const suggestions = usePadSuggestions(store, active)
  const { onType } = suggestions

  const [top, setTop] = useState<number | null>(null)
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  // oxlint-disable-next-line react/incompatible-library -- no compiler is in use, and the virtualizer is read while rendering
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: top ?? 0,
    getItemKey: (index) => rows[index]?.id ?? index,
    // The focus is not lost when its row is scrolled out of sight.
    rangeExtractor: (range: Range) => {
      const visible = defaultRangeExtractor(range)
      return activeIndex === -1 || visible.includes(activeIndex)
        ? visible
        : [...visible, activeIndex].toSorted((a, b) => a - b)
    },
  })

  const focus = useCallback(
    ({ index, column }: Cell) => {
      const find = () => {
        const id = store.get().rows[index]?.id
        return list.current?.querySelector<HTMLElement>(`[data-row="${id}"] [data-column="${column}"]`)
      }
      const target = find()
      if (target) return focusField(target)
      virtualizer.scrollToIndex(index, { align: 'center' })
      // The row is rendered some frames after scrolling.
      const tryFocus = (frames: number) => {
        const found = find()
        if (found || frames === 0) focusField(found)
        else requestAnimationFrame(() => tryFocus(frames - 1))
      }
      tryFocus(framesMax)
    },
    [store, virtualizer],
  )
  // Undo can remove the row with the focus.
  const isGone = active !== null && activeIndex === -1
  const lastRow = rows.length - 1
  useEffect(() => {
    if (isGone) focus({ index: Math.min(lastIndex.current, lastRow), column: 'code' })
  }, [isGone, focus, lastRow])
  useImperativeHandle(ref, () => ({ focus, index: () => lastIndex.current }), [focus])

  function cellOf(target: EventTarget): Cell | null {
    if (!(target instanceof HTMLElement)) return null
    const { column } = target.dataset
    const index = Number(target.closest<HTMLElement>('[data-row]')?.dataset['index'] ?? -1)
    return isColumn(column) && index >= 0 ? { index, column } : null
  }
  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const row = target.closest<HTMLElement>('[data-row]')
    lastIndex.current = Number(row?.dataset['index'] ?? 0)
    setActive(row === null ? null : Number(row.dataset['row']))
  }
  function onBlur({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
    if (cellOf(target)?.column === 'code') suggestions.close()
    store.endTyping()
    if (!(relatedTarget instanceof Node) || !list.current?.contains(relatedTarget)) setActive(null)
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const cell = cellOf(event.target)
    if (cell === null || event.nativeEvent.isComposing) return
    if (cell.column === 'code' && suggestions.onKey(event)) return event.preventDefault()
    if (event.key === '?' && (cell.column !== 'code' || isEmptyField(event.target))) showKeys()
    else if (!moveByKey(event, cell, { store, focus, undo: onUndo })) return
    event.preventDefault()
  }
  function onPasteInto(event: ClipboardEvent<HTMLElement>): void {
    const cell = cellOf(event.target)
    if (cell !== null && onPaste(event.clipboardData.getData('text'), cell)) event.preventDefault()
  }

  const shownHeads = heads.filter((head) => seesPrices || !priceHeads.has(head))
  const firstSpare = rows.findLastIndex((row) => !isBlankLine(row)) + 2
  const items =
    top === null
      ? rows.slice(0, firstRows).map((_, index) => ({ index, start: index * rowHeight }))
      : virtualizer.getVirtualItems()
  return (
    <div className="border-line bg-surface max-sm:border-y sm:rounded-panel sm:border">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys come up from the fields inside */}
      <table
        aria-label={t('orderPad.grid')}
        aria-rowcount={rows.length + 1}
        data-prices={seesPrices ? '' : undefined}
        className="block"
        onKeyDown={onKeyDown}
        onPaste={onPasteInto}
      >
        <thead className="sticky top-0 z-20 block">
          <tr className="pad-line h-9 items-center rounded-t-panel border-b border-line bg-canvas text-12 text-ink-2 max-[1100px]:hidden">
            {shownHeads.map((head) => (
              <th
                key={head}
                scope="col"
                className={`px-2 font-medium ${rightHeads.has(head) ? 'text-right' : 'text-left'}`}
                style={{ gridArea: head }}
              >
                <span className={head === 'row' || head === 'remove' ? 'sr-only' : ''}>
                  {t(`orderPad.head.${head}`)}
                </span>
                {priceHeads.has(head) && <TaxNote />}
              </th>
            ))}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus comes up from the fields inside */}
        <tbody
          ref={list}
          className="relative block"
          style={{ height: virtualizer.getTotalSize() }}
          onFocus={onFocus}
          onBlur={onBlur}
        >
          {items.map(({ index, start }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <PadRowView
                key={row.id}
                store={store}
                row={row}
                index={index}
                result={results.get(row.id)}
                isTyping={row.id === typingId}
                isActive={row.id === active}
                isSpare={index >= firstSpare}
                seesPrices={seesPrices}
                suggestions={row.id === active ? suggestions.open : null}
                onType={onType}
                measure={virtualizer.measureElement}
                top={start - (top ?? 0)}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const isEmptyField = (target: EventTarget) => target instanceof HTMLInputElement && target.value === ''

/** Focuses a cell and selects its text, so that typing replaces it, as in a spreadsheet. */
function focusField(target: HTMLElement | null | undefined): void {
  target?.focus()
  if (target instanceof HTMLInputElement) target.select()
}
