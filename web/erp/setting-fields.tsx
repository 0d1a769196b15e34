import type { ErpSettingField } from '#contract/admin/erp.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type SettingFieldsProps = {
  fields: readonly ErpSettingField[]
  values: Readonly<Record<string, string>>
  /** Secret settings that are stored: their fields are empty, and stay as they are unless something is typed. */
  secrets: readonly string[]
  errors: Readonly<Record<string, string>>
  onChange(name: string, value: string): void
}

/** The fields of the form that a kind of ERP declares. */
export function SettingFields({ fields, values, secrets, errors, onChange }: SettingFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map((field) => (
        <SettingInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          isStored={secrets.includes(field.name)}
          error={errors[`settings.${field.name}`]}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </div>
  )
}

const withHints = new Set([
  'url',
  'clientId',
  'channel',
  'bankAccount',
  'cashCode',
  'overlapMinutes',
  'timeout',
  'orderSeries',
  'databaseUser',
  'dbType',
  'systemDatabase',
  'orderNumberField',
])

type SettingInputProps = {
  field: ErpSettingField
  value: string
  isStored: boolean
  error: string | undefined
  onChange(value: string): void
}

function SettingInput({
  field: { name, type, isNeeded, choices, standard },
  value,
  isStored,
  error,
  onChange,
}: SettingInputProps) {
  const { t } = useTranslation()
  const label = t(`erp.fields.${name}`)
  const hint = withHints.has(name) ? t(`erp.fieldHints.${name}`) : undefined
  const note = isNeeded ? undefined : t('erp.optional')
  const shared = { label, note, error, ...(hint !== undefined && { hint }) }
  if (type === 'choice') {
    return (
      <Field {...shared}>
        {(attributes) => (
          <Select
            {...attributes}
            size="lg"
            className="w-full"
            value={value || standard}
            onChange={({ target }) => onChange(target.value)}
          >
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </Select>
        )}
      </Field>
    )
  }
  if (type === 'switch') {
    return (
      <label className="flex min-h-10 items-center gap-2 self-end text-13 max-sm:min-h-11 max-sm:text-15">
        <input
          type="checkbox"
          className="size-4 accent-brand"
          checked={(value || standard) === '1'}
          onChange={({ target }) => onChange(target.checked ? '1' : '0')}
        />
        {label}
      </label>
    )
  }
  const isSecret = type === 'secret'
  return (
    <TextField
      {...shared}
      name={name}
      type={isSecret ? 'password' : 'text'}
      inputMode={type === 'number' ? 'numeric' : type === 'url' ? 'url' : undefined}
      autoComplete={isSecret ? 'new-password' : 'off'}
      maxLength={2000}
      placeholder={isStored ? t('erp.stored') : standard}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
