import type { KeyboardEvent } from 'react'

export type RowActions = { add(): void; change(by: 1 | -1): void }

/** Where a row takes the focus: its quantity field, else the row itself. */
export function focusRow(row: Element | null): void {
  if (!(row instanceof HTMLElement)) return
  const field = row.querySelector<HTMLInputElement>('input')
  const target = field ?? row
  target.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

/**
 * Keys of the table: arrows go between rows, `+` and `-` change the quantity, Enter adds. Arrows are heard before the
 * quantity field hears them, since its own arrows change the quantity; its `+`, `-` and Enter are its own.
 */
export function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, actions: RowActions): void {
  const row = event.currentTarget
  const target = event.target
  if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement)) return
  const isField = target instanceof HTMLInputElement
  if (target !== row && !isField) return
  const steps: Record<string, () => void> = {
    ArrowDown: () => focusRow(row.nextElementSibling),
    ArrowUp: () => focusRow(row.previousElementSibling),
    ...(isField ? {} : { '+': () => actions.change(1), '-': () => actions.change(-1), Enter: actions.add }),
  }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  event.stopPropagation()
  step()
}
