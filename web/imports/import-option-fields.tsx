import type { ImportDetail } from '#contract/admin/imports/imports.ts'
import type { ImportOptionsInput } from '#contract/admin/imports/import-options.ts'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { PricesSelect } from './prices-select.tsx'

type FileFieldsProps = {
  detail: ImportDetail
  options: ImportOptionsInput
  onChange(part: Partial<ImportOptionsInput>): void
}

/** How rows are matched and read, and where prices and stock go. */
export function FileFields({ detail, options, onChange }: FileFieldsProps) {
  const { t } = useTranslation()
  const textOf = (name: string) => t(`imports.options.${name}`)
  const columns = [...new Set(detail.columns.flatMap((file) => file.columns.map(({ name }) => name)))]
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 2xl:grid-cols-7">
      <KeyField columns={columns} value={options.key} onChange={(key) => onChange({ key })} />
      <Field label={textOf('units')} hint={textOf('unitsHint')}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={options.units ?? ''}
            onChange={({ target }) => onChange({ units: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">{textOf('noUnits')}</option>
            {detail.files.map(({ name }, at) => (
              <option key={`${at} ${name}`} value={at}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={textOf('decimal')}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={options.decimal ?? ''}
            onChange={({ target }) =>
              onChange({ decimal: target.value === ',' || target.value === '.' ? target.value : null })
            }
          >
            <option value="">{textOf('auto')}</option>
            <option value=",">{textOf('comma')}</option>
            <option value=".">{textOf('point')}</option>
          </Select>
        )}
      </Field>
      <Field label={textOf('prices')} hint={textOf('pricesHint')}>
        {(fieldProps) => (
          <PricesSelect
            {...fieldProps}
            columns={columns}
            value={options.prices ?? null}
            onChange={(prices) => onChange({ prices })}
          />
        )}
      </Field>
      <TextField
        label={textOf('inStock')}
        hint={textOf('inStockHint')}
        inputMode="numeric"
        pattern="[1-9][0-9]{0,5}"
        maxLength={6}
        placeholder="1"
        value={options.inStock ?? ''}
        onChange={({ target }) => onChange({ inStock: target.value.trim() === '' ? null : target.value.trim() })}
      />
      <TextField
        label={textOf('priceList')}
        hint={textOf('usual')}
        maxLength={60}
        value={options.priceList ?? ''}
        onChange={({ target }) => onChange({ priceList: target.value.trim() === '' ? null : target.value })}
      />
      <TextField
        label={textOf('warehouse')}
        hint={textOf('usual')}
        maxLength={60}
        value={options.warehouse ?? ''}
        onChange={({ target }) => onChange({ warehouse: target.value.trim() === '' ? null : target.value })}
      />
    </div>
  )
}

type DefaultFieldsProps = {
  defaults: ImportOptionsInput['defaults']
  onChange(part: ImportOptionsInput['defaults']): void
}

/** The values of new products whose columns are missing or empty. */
export function DefaultFields({ defaults, onChange }: DefaultFieldsProps) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const textOf = (name: string) => t(`imports.options.${name}`)
  return (
    <fieldset>
      <legend className="mb-2 text-13 font-semibold">{textOf('defaults')}</legend>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
        <TextField
          label={textOf('currency')}
          hint={textOf('currencyHint')}
          pattern="[A-Za-z]{3}"
          maxLength={3}
          value={defaults.currency ?? ''}
          onChange={({ target }) => onChange({ currency: target.value.toUpperCase() })}
        />
        <TextField
          label={textOf('tax')}
          inputMode="decimal"
          pattern="100|\d{1,2}([.,]\d{1,2})?"
          maxLength={5}
          value={fieldNumber(defaults.tax_rate ?? '')}
          onChange={({ target }) => onChange({ tax_rate: fieldNumber(target.value) })}
        />
        <TextField
          label={textOf('unit')}
          maxLength={30}
          value={defaults.unit ?? ''}
          onChange={({ target }) => onChange({ unit: target.value })}
        />
        <TextField
          label={textOf('brand')}
          maxLength={100}
          value={defaults.brand ?? ''}
          onChange={({ target }) => onChange({ brand: target.value })}
        />
        <TextField
          label={textOf('category')}
          maxLength={200}
          value={defaults.category ?? ''}
          onChange={({ target }) => onChange({ category: target.value })}
        />
      </div>
    </fieldset>
  )
}

type KeyFieldProps = { columns: readonly string[]; value: string; onChange(key: string): void }

function KeyField({ columns, value, onChange }: KeyFieldProps) {
  const { t } = useTranslation()
  const standardKeys = { code: 'code', 'brand+code': 'brandCode', name: 'name' }
  const others = columns.filter((name) => name !== '' && !Object.hasOwn(standardKeys, name))
  return (
    <Field label={t('imports.options.key')}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {Object.entries(standardKeys).map(([key, name]) => (
            <option key={key} value={key}>
              {t(`imports.options.keys.${name}`)}
            </option>
          ))}
          {others.map((name) => (
            <option key={name} value={name}>
              {t('imports.options.keys.column', { name })}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
