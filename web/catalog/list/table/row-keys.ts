import type { KeyboardEvent } from 'react'

export type RowActions = { add(): void; change(by: 1 | -1): void }

/** Focuses a row: its quantity field, else the row itself. */
export function focusRow(row: Element | null): void {
  if (!(row instanceof HTMLElement)) return
  const field = row.querySelector<HTMLInputElement>('input')
  const target = field ?? row
  target.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

/**
 * Keyboard shortcuts of the table: arrows move between rows, `+` and `-` change the quantity, Enter adds; a link or
 * button of the row keeps its own Enter. Arrows are
 * handled in the capture phase, before the quantity field would change its value; the field handles its own `+`, `-`
 * and Enter.
 */
export function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, actions: RowActions): void {
  const row = event.currentTarget
  const target = event.target
  if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement)) return
  // Events of the row's dialogs bubble through here, too.
  if (!row.contains(target) || target instanceof HTMLSelectElement) return
  const isField = target instanceof HTMLInputElement
  const steps: Record<string, () => void> = {
    ArrowDown: () => focusRow(row.nextElementSibling),
    ArrowUp: () => focusRow(row.previousElementSibling),
    ...(isField ? {} : { '+': () => actions.change(1), '-': () => actions.change(-1) }),
    ...(target === row ? { Enter: actions.add } : {}),
  }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  event.stopPropagation()
  step()
}
