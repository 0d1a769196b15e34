/** Whether the focus stands in something that takes text, or in a dialog; a number field of the table takes no `/` and no `?`. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('dialog')) return true
  if (target instanceof HTMLInputElement) return target.inputMode !== 'numeric' && target.type !== 'checkbox'
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
