import type { KeyboardEvent } from 'react'
import { draftLinesMax } from '#domain/cart/draft-line.ts'
import { type Cell, padColumns } from './pad-rows.ts'
import type { PadStore } from './pad-store.ts'

type Grid = { store: PadStore; focus(cell: Cell): void; undo(): void }

/** What a key does in a cell; returns false if the field itself handles it. */
export function moveByKey(event: KeyboardEvent<HTMLElement>, cell: Cell, grid: Grid): boolean {
  const isCtrl = event.ctrlKey || event.metaKey
  if (event.altKey) return false
  return isCtrl ? pressCommand(event, cell, grid) : pressPlain(event, cell, grid)
}

function pressCommand(
  event: KeyboardEvent<HTMLElement>,
  { index, column }: Cell,
  { store, focus, undo }: Grid,
): boolean {
  const { rows } = store.get()
  const key = event.key.toLowerCase()
  if (key === 'z' && !event.shiftKey) undo()
  else if (key === 'y' || (key === 'z' && event.shiftKey)) store.redo()
  else if (key === 'delete' || key === 'backspace') {
    const row = rows[index]
    if (row === undefined || (key === 'backspace' && !event.metaKey)) return false
    store.remove(row.id)
    // The row that moved up is rendered first.
    requestAnimationFrame(() => focus({ index: Math.min(index, store.get().rows.length - 1), column }))
  } else if (key === 'home') focus({ index: 0, column: 'code' })
  else if (key === 'end') focus({ index: store.get().rows.findLastIndex(({ code }) => code !== ''), column })
  else return false
  return true
}

function pressPlain(event: KeyboardEvent<HTMLElement>, cell: Cell, grid: Grid): boolean {
  const { index, column } = cell
  const { key, shiftKey, target } = event
  const last = grid.store.get().rows.length - 1
  const go = (by: number) => {
    const next = Math.min(Math.max(index + by, 0), last)
    grid.focus({ index: next, column })
    return true
  }
  // In a unit's select the arrow keys choose.
  const isSelect = target instanceof HTMLSelectElement
  if (key === 'Enter') return pressEnter(shiftKey, cell, grid)
  if (key === 'ArrowDown' && !isSelect) return go(1)
  if (key === 'ArrowUp' && !isSelect) return go(-1)
  if (key === 'PageDown' || key === 'PageUp') return go(key === 'PageDown' ? 10 : -10)
  if (key === 'ArrowLeft' || key === 'ArrowRight') return moveSideways(key === 'ArrowRight' ? 1 : -1, event, cell, grid)
  if (key === 'Delete' && isSelect) {
    const row = grid.store.get().rows[index]
    if (row !== undefined) grid.store.change(row.id, { unit: '' })
    return true
  }
  if (key === 'F2' && target instanceof HTMLInputElement) {
    // As in a spreadsheet: the text is edited instead of replaced.
    target.setSelectionRange(target.value.length, target.value.length)
    event.stopPropagation()
    return true
  }
  return false
}

/** From the product to the quantity, from there to the next row. A barcode scanned into the quantity starts the next row. */
function pressEnter(isBack: boolean, { index, column }: Cell, { store, focus }: Grid): boolean {
  const row = store.get().rows[index]
  if (row === undefined) return false
  store.endTyping()
  if (isBack) focus({ index: Math.max(index - 1, 0), column })
  else if (column !== 'quantity') {
    if (row.code.trim() !== '' || column === 'unit') focus({ index, column: 'quantity' })
  } else if (/^\d{8,14}$/.test(row.quantity.trim()) && index + 1 < draftLinesMax) {
    const code = row.quantity.trim()
    store.undo()
    const at = store.scan(code)
    if (at !== -1) requestAnimationFrame(() => focus({ index: at, column: 'quantity' }))
  } else focus({ index: Math.min(index + 1, store.get().rows.length - 1), column: 'code' })
  return true
}

/** Leaves a cell at its edge, or when its whole text is selected. */
function moveSideways(
  by: 1 | -1,
  { target, shiftKey }: KeyboardEvent<HTMLElement>,
  { index, column }: Cell,
  grid: Grid,
): boolean {
  if (shiftKey) return false
  if (target instanceof HTMLInputElement) {
    const { selectionStart, selectionEnd, value } = target
    const isWhole = selectionStart === 0 && selectionEnd === value.length
    const edge = by === 1 ? value.length : 0
    if (!isWhole && (selectionStart !== edge || selectionEnd !== edge)) return false
  }
  const next = padColumns[padColumns.indexOf(column) + by]
  if (next !== undefined) grid.focus({ index, column: next })
  return true
}
