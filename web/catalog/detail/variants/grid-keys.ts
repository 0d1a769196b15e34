import type { KeyboardEvent } from 'react'
import { showKeys } from '#web/app/keys-host.tsx'

/** The place of a cell: `row:column`. */
export const placeOf = (row: number, column: number) => `${row}:${column}`

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

type Size = { rows: number; columns: number }

/** Moves between the fields of a grid as in a spreadsheet; returns whether the key did something. */
export function moveByKey(event: KeyboardEvent<HTMLElement>, size: Size, add: () => void): boolean {
  const { key, target, altKey, shiftKey } = event
  if (!(target instanceof HTMLInputElement) || altKey || event.nativeEvent.isComposing) return false
  const [row = 0, column = 0] = (target.dataset['place'] ?? '').split(':').map(Number)
  const grid = event.currentTarget
  const isCtrl = event.ctrlKey || event.metaKey
  if (key === 'Enter') {
    if (isCtrl) add()
    else focusNextInColumns(grid, { row, column }, size, shiftKey ? -1 : 1)
    return true
  }
  if (key === '?') {
    showKeys()
    return true
  }
  if (key === 'Home' && isCtrl) return focusFirst(grid, size)
  const step = steps[key]
  if (step === undefined || isCtrl || shiftKey) return false
  if (step[1] !== 0 && !isAtEdge(target, step[1])) return false
  return focusFrom(grid, { row: row + step[0], column: column + step[1] }, step, size)
}

/** The caret leaves a cell at its edge, or when its whole text is selected. */
function isAtEdge({ selectionStart, selectionEnd, value }: HTMLInputElement, by: number): boolean {
  if (selectionStart === 0 && selectionEnd === value.length) return true
  const edge = by > 0 ? value.length : 0
  return selectionStart === edge && selectionEnd === edge
}

function focusAt(grid: HTMLElement, row: number, column: number): boolean {
  const field = grid.querySelector<HTMLInputElement>(`[data-place="${placeOf(row, column)}"]:enabled`)
  field?.focus()
  field?.select()
  return field !== null
}

/** The nearest field in a direction; places without one are skipped. The key is used up at the edge, too. */
function focusFrom(
  grid: HTMLElement,
  start: { row: number; column: number },
  [byRow, byColumn]: readonly [row: number, column: number],
  { rows, columns }: Size,
): boolean {
  let { row, column } = start
  while (row >= 0 && row < rows && column >= 0 && column < columns) {
    if (focusAt(grid, row, column)) return true
    row += byRow
    column += byColumn
  }
  return true
}

/** Down the column and on at the top of the next one; backwards with -1. */
function focusNextInColumns(
  grid: HTMLElement,
  { row, column }: { row: number; column: number },
  { rows, columns }: Size,
  by: 1 | -1,
): void {
  for (let at = column * rows + row + by; at >= 0 && at < rows * columns; at += by) {
    if (focusAt(grid, at % rows, Math.floor(at / rows))) return
  }
}

function focusFirst(grid: HTMLElement, { rows, columns }: Size): boolean {
  for (let at = 0; at < rows * columns; at += 1) {
    if (focusAt(grid, Math.floor(at / columns), at % columns)) return true
  }
  return true
}
