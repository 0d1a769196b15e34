import type { PosAdapter, PosChoices, PosDetail } from '#contract/admin/pos.ts'
import { movedSettings, posBanks } from '#domain/payments/pos-banks.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { PosDraft, PosFields } from './pos-fields.ts'

type DraftFieldsProps = {
  draft: PosDraft
  adapter: PosDetail['adapter']
  choices: PosChoices
  errors: PosFields['errors']
}
type ChoiceProps = { form: PosFields; choices: PosChoices }
type Frozen = { isFrozen: boolean }

export function DraftFields({ draft, adapter, choices, errors }: DraftFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label={t('administration.pos.fields.bank')} hint={t('administration.pos.hints.bank')}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={draft.bank?.code ?? ''}
            onChange={({ target }) => draft.chooseBank(posBanks.find(({ code }) => code === target.value) ?? null)}
          >
            <option value="">{t('administration.pos.otherBank')}</option>
            {posBanks.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('administration.pos.fields.adapter')} hint={t('administration.pos.hints.adapter')}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={adapter}
            onChange={({ target }) => {
              const chosen = choices.adapters.find(({ name }) => name === target.value)
              if (chosen !== undefined) draft.choose(chosen.name)
            }}
          >
            {choices.adapters.map(({ name }) => (
              <option key={name} value={name}>
                {t(`administration.pos.adapters.${name}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField
        label={t('administration.pos.fields.code')}
        hint={t('administration.pos.hints.code')}
        name="code"
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        value={draft.code}
        error={errors['code']}
        onChange={({ target }) => draft.setCode(target.value)}
      />
    </div>
  )
}

export function BankField({ form: { values, errors, set }, choices }: ChoiceProps) {
  const { t } = useTranslation()
  const isKnown = values.bankCode === '' || choices.banks.some(({ code }) => code === values.bankCode)
  return (
    <Field
      label={t('administration.pos.fields.bankCode')}
      hint={t('administration.pos.hints.bankCode')}
      error={errors['bankCode']}
    >
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={values.bankCode}
          onChange={({ target }) => set('bankCode', target.value)}
        >
          <option value="">{t('administration.pos.noBank')}</option>
          {!isKnown && <option value={values.bankCode}>{values.bankCode}</option>}
          {choices.banks.map(({ code, name }) => (
            <option key={code} value={code}>
              {`${name} (${code})`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

export function ModeField({
  form: { values, errors, set },
  modes,
  isFrozen,
}: Pick<ChoiceProps, 'form'> & Pick<PosAdapter, 'modes'> & Frozen) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('administration.pos.fields.mode')}
      hint={t(`administration.pos.modeHints.${values.mode}`)}
      error={errors['mode']}
    >
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={values.mode}
          disabled={isFrozen}
          onChange={({ target }) => set('mode', target.value === 'hosted' ? 'hosted' : 'own_form')}
        >
          {modes.map((mode) => (
            <option key={mode} value={mode}>
              {t(`administration.pos.modes.${mode}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

export function CurrencyField({
  form: { values, errors, set },
  currencies,
  isFrozen,
}: Pick<ChoiceProps, 'form'> & Pick<PosAdapter, 'currencies'> & Frozen) {
  const { t } = useTranslation()
  const all = [...new Set([...currencies, values.currency])]
  return (
    <Field
      label={t('administration.pos.fields.currency')}
      hint={t('administration.pos.hints.currency')}
      error={errors['currency']}
    >
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={values.currency}
          disabled={isFrozen}
          onChange={({ target }) => set('currency', all.find((each) => each === target.value) ?? values.currency)}
        >
          {all.map((currency) => (
            <option key={currency} value={currency}>
              {currency}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

export function EnvironmentField({
  form: { values, errors, set },
  adapter,
  choices,
  isFrozen,
}: ChoiceProps & Frozen & { adapter: PosDetail['adapter'] }) {
  const { t } = useTranslation()
  const environments = (['live', 'test', 'sandbox'] as const).filter(
    (each) => each !== 'sandbox' || choices.hasSandbox || values.environment === 'sandbox',
  )
  return (
    <Field
      label={t('administration.pos.fields.environment')}
      hint={t(`administration.pos.environmentHints.${values.environment}`)}
      error={errors['environment']}
    >
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={values.environment}
          disabled={isFrozen}
          onChange={({ target }) => {
            const chosen = environments.find((each) => each === target.value)
            if (chosen === undefined) return
            set('environment', chosen)
            set('settings', { ...movedSettings(values.settings, { adapter, bankCode: values.bankCode }, chosen) })
          }}
        >
          {environments.map((each) => (
            <option key={each} value={each}>
              {t(`administration.pos.environments.${each}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
