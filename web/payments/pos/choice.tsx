import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

type ChoiceProps = {
  label: string
  hint?: string
  value: string
  error?: string | undefined
  options: readonly (readonly [value: string, name: string])[]
  onChange(value: string): void
}

/** A select with its label. */
export function Choice({ label, hint, value, error, options, onChange }: ChoiceProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
