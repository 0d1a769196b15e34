import type { ProductValues } from '#contract/admin/products.ts'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import type { SavedFields } from '#web/administration/use-saved-form.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type ProductSavedForm = SavedFields<ProductValues>

type TextName = { [Key in keyof ProductValues]: ProductValues[Key] extends string ? Key : never }[keyof ProductValues]
type TextProps = {
  form: ProductSavedForm
  name: TextName
  maxLength: number
  hint?: string
  placeholder?: string
  className?: string
  inputMode?: 'decimal'
  list?: string
}

export function ProductText({ form: { values, errors, set }, name, maxLength, ...more }: TextProps) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const shown = (text: string) => (more.inputMode === 'decimal' ? fieldNumber(text) : text)
  return (
    <TextField
      label={t(`productForm.fields.${name}`)}
      name={name}
      maxLength={maxLength}
      value={shown(values[name])}
      error={errors[name]}
      autoComplete="off"
      onChange={({ target }) => set(name, shown(target.value))}
      {...more}
    />
  )
}

type LongProps = { form: ProductSavedForm; name: TextName; maxLength: number; rows: number; hint?: string }

export function LongText({ form: { values, errors, set }, name, maxLength, rows, hint }: LongProps) {
  const { t } = useTranslation()
  return (
    <Field label={t(`productForm.fields.${name}`)} error={errors[name]} hint={hint}>
      {(fieldProps) => (
        <textarea
          {...fieldProps}
          name={name}
          rows={rows}
          maxLength={maxLength}
          value={values[name]}
          onChange={({ target }) => set(name, target.value)}
          className="field w-full px-2.5 py-2"
        />
      )}
    </Field>
  )
}
