import type { ComponentProps, KeyboardEvent } from 'react'
import { TextField } from '#web/ui/form/field.tsx'
import { caretBeforeDelete, caretIn } from './typed-card.ts'

type MaskedFieldProps = Omit<ComponentProps<typeof TextField>, 'onChange' | 'onKeyDown' | 'value'> & {
  value: string
  /** What is shown of what was typed or pasted. */
  show(typed: string): string
  onText(text: string): void
}

/** A field of digits in groups: takes any way of writing, and keeps the caret where the hand is. */
export function MaskedField({ show, onText, ...rest }: MaskedFieldProps) {
  return (
    <TextField
      inputMode="numeric"
      spellCheck={false}
      {...rest}
      onKeyDown={passSeparator}
      onChange={({ currentTarget: field }) => {
        const typed = field.value
        const shown = show(typed)
        const caret = caretIn(shown, typed, field.selectionStart ?? typed.length)
        field.value = shown
        field.setSelectionRange(caret, caret)
        onText(shown)
      }}
    />
  )
}

function passSeparator({ key, currentTarget: field }: KeyboardEvent<HTMLInputElement>): void {
  const { selectionStart: from, selectionEnd: to, value } = field
  if ((key !== 'Backspace' && key !== 'Delete') || from === null || from !== to) return
  const caret = caretBeforeDelete(value, from, key)
  if (caret !== from) field.setSelectionRange(caret, caret)
}
