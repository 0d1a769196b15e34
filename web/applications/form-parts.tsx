import type { ReactNode } from 'react'
import { applicationNoteMax } from '#contract/shop/applications.ts'
import { Field } from '#web/ui/form/field.tsx'

/** A titled part of a form, in two columns where there is room. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 rounded-panel border border-line bg-surface">
      <legend className="sr-only">{title}</legend>
      <p aria-hidden="true" className="border-b border-line px-4 py-2.5 text-14 font-semibold">
        {title}
      </p>
      <div className="grid items-start gap-4 p-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

type NoteFieldProps = {
  label: string
  note?: string
  hint?: string
  error?: string | undefined
  value: string
  onType(value: string): void
}

export function NoteField({ label, note, hint, error, value, onType }: NoteFieldProps) {
  return (
    <Field label={label} note={note} hint={hint} error={error} className="sm:col-span-2">
      {(fieldProps) => (
        <textarea
          {...fieldProps}
          rows={4}
          maxLength={applicationNoteMax}
          value={value}
          onChange={({ target }) => onType(target.value)}
          className="field w-full p-2.5"
        />
      )}
    </Field>
  )
}
