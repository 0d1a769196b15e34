import type { ComponentProps, KeyboardEvent } from 'react'
import { TextField } from '#web/ui/form/field.tsx'
import { caretBeforeDelete, caretIn } from './typed-card.ts'

type MaskedFieldProps = Omit<ComponentProps<typeof TextField>, 'onChange' | 'onKeyDown' | 'value'> & {
  value: string
  /** Formats the typed or pasted text. */
  format(typed: string): string
  onText(text: string): void
}

/** A field of grouped digits: accepts any notation and keeps the caret at its digit. */
export function MaskedField({ format, onText, ...rest }: MaskedFieldProps) {
  return (
    <TextField
      inputMode="numeric"
      spellCheck={false}
      {...rest}
      onKeyDown={skipSeparator}
      onChange={({ currentTarget: field }) => {
        const typed = field.value
        const formatted = format(typed)
        const caret = caretIn(formatted, typed, field.selectionStart ?? typed.length)
        field.value = formatted
        field.setSelectionRange(caret, caret)
        onText(formatted)
      }}
    />
  )
}

function skipSeparator({ key, currentTarget: field }: KeyboardEvent<HTMLInputElement>): void {
  const { selectionStart: from, selectionEnd: to, value } = field
  if ((key !== 'Backspace' && key !== 'Delete') || from === null || from !== to) return
  const caret = caretBeforeDelete(value, from, key)
  if (caret !== from) field.setSelectionRange(caret, caret)
}
