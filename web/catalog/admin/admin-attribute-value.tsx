import { useId } from 'react'
import type { FormAttribute } from '#contract/admin/products.ts'
import { fold } from '#domain/text/text.ts'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type InputProps = {
  label: string
  value: string
  error: string | undefined
  onChange(text: string): void
  className: string
  list?: string
  /** Shown within the field. */
  unit?: string
}

export function AttributeInput({ label, value, error, onChange, className, list, unit }: InputProps) {
  const id = useId()
  return (
    <div className={className}>
      <div className="relative">
        <input
          aria-label={label}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : id}
          maxLength={1000}
          list={list}
          value={value}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
          className={`field h-10 w-full px-2.5 max-sm:h-11 ${unit === undefined ? '' : 'pr-14'}`}
        />
        {unit !== undefined && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-12 text-ink-3"
          >
            {unit}
          </span>
        )}
      </div>
      <Problem id={id} text={error} />
    </div>
  )
}

type ValueProps = InputProps & { attribute: FormAttribute | undefined }

/** The value of an attribute: a number in its unit or another one, yes or no, or one of its choices; otherwise any text. */
export function AttributeValue({ attribute, ...input }: ValueProps) {
  const { t } = useTranslation()
  if (attribute?.type === 'number') {
    // A value with a unit of its own is converted.
    const hasUnit = /[^\d\s.,'+-]/.test(input.value)
    return <AttributeInput {...input} {...(attribute.unit !== '' && !hasUnit && { unit: attribute.unit })} />
  }
  if (attribute?.type === 'yes_no')
    return <ChoiceInput {...input} choices={[t('productForm.yes'), t('productForm.no')]} />
  if (attribute?.type === 'list') return <ChoiceInput {...input} choices={attribute.choices} />
  return <AttributeInput {...input} />
}

function ChoiceInput({
  label,
  value,
  error,
  onChange,
  className,
  choices,
}: InputProps & { choices: readonly string[] }) {
  const id = useId()
  const chosen = choices.find((choice) => fold(choice) === fold(value.trim()))
  return (
    <div className={className}>
      <Select
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : id}
        size="lg"
        className="w-full"
        value={chosen ?? value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{''}</option>
        {/* What an import brought stays until another value is chosen. */}
        {value !== '' && chosen === undefined && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </Select>
      <Problem id={id} text={error} />
    </div>
  )
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p id={id} className="mt-1 text-12 text-danger">
      {text}
    </p>
  )
}
