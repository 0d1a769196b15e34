import { X } from 'lucide-react'
import { Field } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Options<Value> = readonly (readonly [value: Value, name: string])[]

type SomeProps<Value> = {
  label: string
  error: string | undefined
  options: Options<Value>
  chosen: readonly Value[]
  onChange(chosen: Value[]): void
}

/** Some of a few options. */
export function CheckGroup<Value extends string | number>({
  label,
  error,
  options,
  chosen,
  onChange,
}: SomeProps<Value>) {
  const toggle = (value: Value, isOn: boolean) =>
    onChange(options.map(([each]) => each).filter((each) => (each === value ? isOn : chosen.includes(each))))
  return (
    <fieldset>
      <legend className="mb-1 text-13 font-medium max-sm:text-15">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {options.map(([value, name]) => (
          <label key={value} className="inline-flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-brand"
              checked={chosen.includes(value)}
              onChange={({ target }) => toggle(value, target.checked)}
            />
            {name}
          </label>
        ))}
      </div>
      {error !== undefined && <p className="mt-1 text-12 text-danger">{error}</p>}
    </fieldset>
  )
}

/** Some of many options: each is added from a list. */
export function PickedList({ label, add, error, options, chosen, onChange }: SomeProps<string> & { add: string }) {
  const { t } = useTranslation()
  const nameOf = (value: string) => options.find(([each]) => each === value)?.[1] ?? value
  return (
    <Field label={label} error={error}>
      {(fieldProps) => (
        <div className="flex flex-wrap items-center gap-2">
          {chosen.map((value) => (
            <span
              key={value}
              className="inline-flex items-center gap-1 rounded-control border border-line-2 pl-2.5 text-13"
            >
              {nameOf(value)}
              <IconButton
                label={t('administration.posRules.drop', { name: nameOf(value) })}
                onClick={() => onChange(chosen.filter((each) => each !== value))}
              >
                <X size={14} aria-hidden="true" />
              </IconButton>
            </span>
          ))}
          <Select
            {...fieldProps}
            size="lg"
            className="max-w-full"
            value=""
            onChange={({ target }) => target.value !== '' && onChange([...chosen, target.value])}
          >
            <option value="">{add}</option>
            {options
              .filter(([value]) => !chosen.includes(value))
              .map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
          </Select>
        </div>
      )}
    </Field>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  hint?: string
  error?: string | undefined
  value: Value
  options: Options<Value>
  onChange(value: Value): void
}

/** One of several options. */
export function Choice<Value extends string>({ label, hint, error, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={value}
          onChange={({ target }) => {
            const chosen = options.find(([each]) => each === target.value)
            if (chosen !== undefined) onChange(chosen[0])
          }}
        >
          {options.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
