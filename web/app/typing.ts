/**
 * Whether the focus is in a text field or a dialog. Quantity fields of the table do not count, since they accept
 * neither `/` nor `?`.
 */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('dialog')) return true
  if (target instanceof HTMLInputElement) return target.inputMode !== 'numeric' && target.type !== 'checkbox'
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
