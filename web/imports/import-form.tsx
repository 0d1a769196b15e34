import { useFieldNumber } from '#web/app/use-field-number.ts'
import { type FormEvent, useState } from 'react'
import { defaultImportOptions, type ImportOptionsInput } from '#contract/admin/imports/import-options.ts'
import { type ImportDetail, previewImport } from '#contract/admin/imports/imports.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportFiles } from './import-files.tsx'
import { ImportQuestions } from './import-questions.tsx'
import { PreviewBar } from './preview-bar.tsx'
import { ProfileSelect } from './profile-select.tsx'
import { PricesSelect } from './prices-select.tsx'

/** Also clears the answers that are optional. */
const emptyOptions: ImportOptionsInput = {
  ...defaultImportOptions,
  decimals: undefined,
  sheet: undefined,
  inStock: undefined,
  priceJumps: undefined,
  repeatedPrices: undefined,
  repeatedCodes: undefined,
}

type Props = { detail: ImportDetail; onChanged(isChanged: boolean): void }

/** How the files are read; a change requires a new preview. */
export function ImportForm({ detail, onChanged }: Props) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [options, setOptions] = useState<ImportOptionsInput>(detail.options)
  const [profileId, setProfileId] = useState(detail.profile?.id ?? null)
  const [isTouched, setTouched] = useState(false)
  const textOf = (name: string) => t(`imports.options.${name}`)

  function change(part: Partial<ImportOptionsInput>): void {
    setOptions({ ...options, ...part })
    setTouched(true)
    onChanged(true)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const reply = await run(previewImport, {
      params: { id: String(detail.id) },
      body: { ...options, profile: profileId },
    })
    if (reply === null) return
    setTouched(false)
    onChanged(false)
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4"
    >
      <ImportFiles files={detail.columns} />
      <ProfileSelect
        detail={detail}
        value={profileId}
        onChange={(profile) => {
          setProfileId(profile?.id ?? null)
          change({ ...(profile?.options ?? emptyOptions), units: options.units })
        }}
      />
      <ImportQuestions detail={detail} options={options} onChange={change} />
      <h2 className="text-16 font-semibold">{textOf('title')}</h2>
      <FileFields detail={detail} options={options} onChange={change} />
      <DefaultFields
        defaults={options.defaults}
        onChange={(part) => change({ defaults: { ...options.defaults, ...part } })}
      />
      <ImportColumns files={detail.columns} mapping={options.mapping} onChange={(mapping) => change({ mapping })} />
      <PreviewBar isTouched={isTouched} isReady={detail.state === 'ready'} isBusy={isBusy} />
    </form>
  )
}

type FileFieldsProps = {
  detail: ImportDetail
  options: ImportOptionsInput
  onChange(part: Partial<ImportOptionsInput>): void
}

/** How rows are matched and read, and where prices and stock go. */
function FileFields({ detail, options, onChange }: FileFieldsProps) {
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
function DefaultFields({ defaults, onChange }: DefaultFieldsProps) {
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
