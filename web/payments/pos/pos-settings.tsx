import type { PosAdapter } from '#contract/admin/pos.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { PosFields } from './pos-fields.ts'

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1)

type PosSettingsProps = { form: PosFields; adapter: PosAdapter; publicUrl: string; isFrozen: boolean }

/** Addresses and merchant numbers, as the account's protocol names them. */
export function PosSettings({ form, adapter, publicUrl, isFrozen }: PosSettingsProps) {
  const { t } = useTranslation()
  const names = [...adapter.settings, ...adapter.optional]
  if (names.length === 0) return null
  return (
    <AdminPanel title={t('administration.pos.parts.settings')}>
      {adapter.name === 'paytr' && (
        <MessageStrip tone="info">
          {t('administration.pos.notice', { address: `${publicUrl}/payment/notify/paytr` })}
        </MessageStrip>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {names.map((name) => (
          <SettingField
            key={name}
            name={name}
            isOptional={adapter.optional.includes(name)}
            isFrozen={isFrozen && adapter.identity.includes(name)}
            form={form}
          />
        ))}
      </div>
    </AdminPanel>
  )
}

type SettingFieldProps = { name: string; isOptional: boolean; isFrozen: boolean; form: PosFields }

function SettingField({ name, isOptional, isFrozen, form: { values, errors, set } }: SettingFieldProps) {
  const { t } = useTranslation()
  const value = values.settings[name] ?? ''
  const label = t(`administration.pos.settings.${name}`)
  const error = errors[`settings.${name}`]
  const note = isOptional ? { note: t('ui.optional') } : {}
  const change = (text: string) => {
    const { [name]: _previous, ...others } = values.settings
    // Empty fields are omitted, so that a field emptied and filled again is unchanged.
    set(
      'settings',
      text === '' ? others : Object.fromEntries(Object.entries({ ...others, [name]: text }).toSorted(byName)),
      `settings.${name}`,
    )
  }
  if (name === 'storetype') {
    return (
      <Field label={label} {...note} error={error} hint={t('administration.pos.hints.storetype')}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={value}
            disabled={isFrozen}
            onChange={({ target }) => change(target.value)}
          >
            <option value="">{t('administration.pos.usual')}</option>
            <option value="3d_pay_hosting">3d_pay_hosting</option>
            <option value="3d_host">3d_host</option>
          </Select>
        )}
      </Field>
    )
  }
  if (name === 'storedCards') {
    return (
      <Field label={label} {...note} error={error} hint={t('administration.pos.hints.storedCards')}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={value}
            onChange={({ target }) => change(target.value)}
          >
            <option value="">{t('administration.pos.storedCardsOn')}</option>
            <option value="off">{t('administration.pos.storedCardsOff')}</option>
          </Select>
        )}
      </Field>
    )
  }
  return (
    <TextField
      label={label}
      {...note}
      name={`settings.${name}`}
      maxLength={300}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={error}
      {...(['gateway', 'api'].includes(name) && { hint: t('administration.pos.hints.address') })}
      disabled={isFrozen}
      onChange={({ target }) => change(target.value)}
    />
  )
}
