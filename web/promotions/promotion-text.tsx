import type { PromotionValues } from '#contract/admin/promotions.ts'
import type { SavedFields } from '#web/administration/use-saved-form.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type PromotionFields = SavedFields<PromotionValues>

type TextName = Exclude<
  { [Name in keyof PromotionValues]: PromotionValues[Name] extends string ? Name : never }[keyof PromotionValues],
  'kind'
>

/** A field of the form with its label and hint, or the problem of its value. */
export function PromotionText({
  form: { values, errors, set },
  name,
  hint,
  ...input
}: {
  form: PromotionFields
  name: TextName
  hint?: string
  type?: 'date'
  maxLength?: number
  inputMode?: 'decimal' | 'numeric'
}) {
  const { t } = useTranslation()
  return (
    <TextField
      {...input}
      label={t(`promotions.fields.${name}`)}
      name={name}
      autoComplete="off"
      value={values[name]}
      error={errors[name]}
      hint={hint}
      onChange={({ target }) => set(name, target.value)}
    />
  )
}
