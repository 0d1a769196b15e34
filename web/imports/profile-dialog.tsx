import { useState } from 'react'
import { changeProfile, type ListedProfile, type ProfileValues } from '#contract/admin/imports/import-profiles.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ProfileColumns } from './profile-columns.tsx'
import type { Profiles } from './use-profiles.ts'

type Props = { profile: ListedProfile; profiles: Profiles; onClose(): void }

function valuesOf({ name, mapping, decimal, prices, inStock, priceList, warehouse }: ListedProfile): ProfileValues {
  return { name, mapping, decimal, prices, inStock, priceList, warehouse }
}

/** Name, answers and columns of a profile. */
export function ProfileDialog({ profile, profiles, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => valuesOf(profile))
  const [values, setValues] = useState(before)
  const [error, setError] = useState<CallError | null>(null)
  const change = (part: Partial<ProfileValues>) => setValues({ ...values, ...part })
  async function save(): Promise<void> {
    const params = { id: String(profile.id) }
    const send = () => call(changeProfile, { params, body: { before, values } })
    const failure = await profiles.run(send, t('imports.profiles.saved', { name: values.name.trim() }))
    if (failure === null) onClose()
    else setError(failure)
  }
  return (
    <FormDialog
      title={t('imports.profiles.changeOf', { name: profile.name })}
      saveLabel={t('imports.sources.save')}
      isBusy={profiles.isBusy}
      width="md"
      onSend={save}
      onClose={onClose}
    >
      <TextField
        label={t('imports.profiles.name')}
        name="name"
        autoComplete="off"
        maxLength={80}
        value={values.name}
        error={error?.fields['name']}
        onChange={({ target }) => change({ name: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('imports.options.decimal')}>
          {(fieldProps) => (
            <Select
              {...fieldProps}
              size="lg"
              className="w-full"
              value={values.decimal}
              onChange={({ target: { value } }) => change({ decimal: value === ',' || value === '.' ? value : '' })}
            >
              <option value="">{t('imports.options.auto')}</option>
              <option value=",">{t('imports.options.comma')}</option>
              <option value=".">{t('imports.options.point')}</option>
            </Select>
          )}
        </Field>
        {profile.kind === 'products' && (
          <ProductAnswers profile={profile} values={values} error={error} onChange={change} />
        )}
      </div>
      <ProfileColumns
        profile={profile}
        mapping={values.mapping}
        error={error?.fields['mapping']}
        onChange={(mapping) => change({ mapping })}
      />
      <Failure text={error?.message} />
    </FormDialog>
  )
}

type AnswersProps = {
  profile: ListedProfile
  values: ProfileValues
  error: CallError | null
  onChange(part: Partial<ProfileValues>): void
}

function ProductAnswers({ profile: { pricesColumn }, values, error, onChange }: AnswersProps) {
  const { t } = useTranslation()
  const textOf = (name: string) => t(`imports.options.${name}`)
  return (
    <>
      <Field label={textOf('prices')}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={values.prices}
            onChange={({ target: { value } }) =>
              onChange({ prices: value === 'net' || value === 'gross' ? value : '' })
            }
          >
            <option value="">
              {pricesColumn === null ? textOf('pricesAuto') : t('imports.options.pricesColumn', { name: pricesColumn })}
            </option>
            <option value="net">{textOf('net')}</option>
            <option value="gross">{textOf('gross')}</option>
          </Select>
        )}
      </Field>
      <TextField
        label={textOf('inStock')}
        hint={textOf('inStockHint')}
        inputMode="numeric"
        maxLength={6}
        value={values.inStock}
        error={error?.fields['inStock']}
        onChange={({ target }) => onChange({ inStock: target.value })}
      />
      <TextField
        label={textOf('priceList')}
        hint={textOf('usual')}
        maxLength={60}
        value={values.priceList}
        error={error?.fields['priceList']}
        onChange={({ target }) => onChange({ priceList: target.value })}
      />
      <TextField
        label={textOf('warehouse')}
        hint={textOf('usual')}
        maxLength={60}
        value={values.warehouse}
        error={error?.fields['warehouse']}
        onChange={({ target }) => onChange({ warehouse: target.value })}
      />
    </>
  )
}
