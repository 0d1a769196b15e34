import type { ReactNode } from 'react'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

type ChoiceFieldProps = { label: string; value: string; onChange(value: string): void; children: ReactNode }

export function ChoiceField({ label, value, onChange, children }: ChoiceFieldProps) {
  return (
    <Field label={label}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {children}
        </Select>
      )}
    </Field>
  )
}
