import '#web/app/page-words.ts'
import { addressFieldMax } from '#domain/orders/delivery.ts'
import { provincesByName } from '#domain/text/provinces.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type AddressParts = Record<'recipient' | 'phone' | 'address' | 'district' | 'city' | 'postalCode', string>

type AddressFieldsProps = {
  values: AddressParts
  /** Messages for fields, by name. */
  errors: Readonly<Record<string, string | undefined>>
  /** The name of a field in a posted form. */
  nameOf?(field: keyof AddressParts): string
  /** Id of the form that the fields belong to, if they are outside of it. */
  form?: string
  onType(part: Partial<AddressParts>): void
}

/** The fields of a delivery address. */
export function AddressFields({ values, errors, nameOf = (field) => field, form, onType }: AddressFieldsProps) {
  const { t } = useTranslation()
  const text = (field: Exclude<keyof AddressParts, 'city'>, autoComplete: string) => ({
    label: t(`addresses.fields.${field}`),
    name: nameOf(field),
    form,
    maxLength: addressFieldMax[field],
    autoComplete,
    value: values[field],
    error: errors[field],
    onChange: ({ target }: { target: { value: string } }) => onType({ [field]: target.value }),
  })
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField {...text('recipient', 'off')} />
      <TextField {...text('phone', 'tel')} type="tel" />
      <TextField {...text('address', 'street-address')} className="sm:col-span-2" />
      <Field label={t('addresses.fields.city')} error={errors['city']}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            name={nameOf('city')}
            form={form}
            size="lg"
            className="w-full"
            value={values.city}
            onChange={({ target }) => onType({ city: target.value })}
          >
            <option value="">{t('addresses.fields.chooseCity')}</option>
            {provincesByName.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField {...text('district', 'address-level2')} />
      <TextField {...text('postalCode', 'postal-code')} note={t('ui.optional')} inputMode="numeric" />
    </div>
  )
}
