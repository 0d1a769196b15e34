import type { ReactNode } from 'react'
import type { DealerDetail, DealerValues } from '#contract/admin/dealers.ts'
import { ratePolicies } from '#domain/money/rate-policy.ts'
import { carrierAgreements } from '#domain/orders/carrier-payer.ts'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { AmountField } from '#web/product/amount-field.tsx'
import { DealerBranches } from './dealer-branches.tsx'
import { SavedForm } from '#web/administration/saved-form.tsx'
import type { SavedFields } from '#web/administration/use-saved-form.ts'

type DealerFormProps = {
  form: SavedFields<DealerValues>
  choices: Pick<DealerDetail, 'priceLists' | 'groups'>
  saveLabel?: string
  /** In place of the text field for the representative's name. */
  representative?: ReactNode
}

type TextName = { [Key in keyof DealerValues]: DealerValues[Key] extends string ? Key : never }[keyof DealerValues]

/** The editable fields of a dealer. */
export function DealerForm({ form, choices, saveLabel, representative }: DealerFormProps) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const { values, errors, set } = form
  const label = (name: string) => t(`administration.audit.fields.${name}`)
  const textField = (
    name: TextName,
    maxLength: number,
    {
      inNotation = false,
      ...fieldOptions
    }: {
      hint?: string
      inputMode?: 'decimal' | 'numeric' | 'tel' | 'email'
      /** Text with numbers in the notation of the page. */
      inNotation?: boolean
    } = {},
  ) => {
    const shown = (text: string) => (inNotation || fieldOptions.inputMode === 'decimal' ? fieldNumber(text) : text)
    return (
      <TextField
        label={label(name)}
        name={name}
        maxLength={maxLength}
        value={shown(values[name])}
        error={errors[name]}
        autoComplete="off"
        onChange={({ target }) => set(name, shown(target.value) as never)}
        {...fieldOptions}
      />
    )
  }
  return (
    <SavedForm form={form} {...(saveLabel !== undefined && { saveLabel })}>
      <AdminPanel title={t('people.dealers.parts.identity')}>
        <div className="grid gap-4 sm:grid-cols-[12rem_1fr]">
          {textField('code', 50)}
          {textField('name', 200)}
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          {textField('contactName', 120)}
          {textField('phone', 40, { inputMode: 'tel' })}
          {textField('email', 254, { inputMode: 'email' })}
        </div>
        {textField('address', 300)}
        <div className="grid gap-4 sm:grid-cols-2">
          {textField('district', 80)}
          {textField('city', 80)}
          {textField('taxOffice', 80)}
          {textField('taxNumber', 20, { inputMode: 'numeric' })}
          {textField('region', 80, { hint: t('people.dealers.groupHint') })}
          {representative ?? textField('representative', 80, { hint: t('people.dealers.representativeHint') })}
        </div>
      </AdminPanel>
      <AdminPanel title={t('people.dealers.parts.terms')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <PriceListField form={form} choices={choices} />
          {textField('discount', 10, { inputMode: 'decimal' })}
          <GroupField form={form} choices={choices} />
          <AmountField
            label={label('riskLimit')}
            name="riskLimit"
            value={values.riskLimit}
            error={errors['riskLimit']}
            hint={t('people.dealers.limitHint')}
            onChange={(amount) => set('riskLimit', amount)}
            end={<span className="pr-2.5 text-ink-2">₺</span>}
          />
          <RiskModeField form={form} />
          <CarrierPayerField form={form} />
        </div>
      </AdminPanel>
      <AdminPanel title={t('people.dealers.parts.rates')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <RatePolicyField form={form} />
          {values.ratePolicy === 'fixed' && (
            <>
              {textField('fixedRates', 500, { hint: t('people.dealers.fixedRatesHint'), inNotation: true })}
              <TextField
                label={label('ratesUntil')}
                name="ratesUntil"
                type="date"
                value={values.ratesUntil}
                error={errors['ratesUntil']}
                hint={t('people.dealers.ratesUntilHint')}
                onChange={({ target }) => set('ratesUntil', target.value)}
              />
            </>
          )}
        </div>
      </AdminPanel>
      <AdminPanel title={label('branches')}>
        <DealerBranches
          branches={values.branches}
          error={errors['branches']}
          onChange={(branches) => set('branches', branches)}
        />
      </AdminPanel>
    </SavedForm>
  )
}

function PriceListField({ form, choices: { priceLists } }: Pick<DealerFormProps, 'form' | 'choices'>) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  return (
    <Field label={t('administration.audit.fields.priceList')} error={errors['priceList']}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={values.priceList}
          onChange={({ target }) => set('priceList', target.value)}
        >
          <option value="">{t('people.dealers.defaultList')}</option>
          {priceLists.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** The group whose price rules apply to the dealer. */
function GroupField({ form, choices: { groups } }: Pick<DealerFormProps, 'form' | 'choices'>) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  return (
    <Field
      label={t('administration.audit.fields.group')}
      error={errors['group']}
      hint={t(groups.length === 0 ? 'people.dealers.noGroups' : 'people.dealers.groupRules')}
    >
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={values.group}
          onChange={({ target }) => set('group', target.value)}
        >
          <option value="">{t('people.dealers.noGroup')}</option>
          {groups.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function RiskModeField({ form }: Pick<DealerFormProps, 'form'>) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  return (
    <Field
      label={t('administration.audit.fields.riskMode')}
      error={errors['riskMode']}
      hint={t(`people.dealers.modeHints.${values.riskMode}`)}
    >
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={values.riskMode}
          onChange={({ target }) => set('riskMode', target.value === 'balance' ? 'balance' : 'order')}
        >
          <option value="order">{t('people.dealers.modes.order')}</option>
          <option value="balance">{t('people.dealers.modes.balance')}</option>
        </Select>
      )}
    </Field>
  )
}

function CarrierPayerField({ form }: Pick<DealerFormProps, 'form'>) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  return (
    <Field
      label={t('administration.audit.fields.carrierPayer')}
      error={errors['carrierPayer']}
      hint={t('people.dealers.carrierPayerHint')}
    >
      {(fieldProps) => (
        <Select
          {...fieldProps}
          name="carrierPayer"
          size="lg"
          className="w-full"
          value={values.carrierPayer}
          onChange={({ target }) =>
            set('carrierPayer', carrierAgreements.find((each) => each === target.value) ?? 'store')
          }
        >
          {carrierAgreements.map((agreement) => (
            <option key={agreement} value={agreement}>
              {t(`people.dealers.carrierPayers.${agreement}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function RatePolicyField({ form }: Pick<DealerFormProps, 'form'>) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  return (
    <Field
      label={t('administration.audit.fields.ratePolicy')}
      error={errors['ratePolicy']}
      hint={t(`people.dealers.ratePolicyHints.${values.ratePolicy}`)}
    >
      {(fieldProps) => (
        <Select
          {...fieldProps}
          name="ratePolicy"
          size="lg"
          className="w-full"
          value={values.ratePolicy}
          onChange={({ target }) =>
            set('ratePolicy', ratePolicies.find((policy) => policy === target.value) ?? 'order_day')
          }
        >
          {ratePolicies.map((policy) => (
            <option key={policy} value={policy}>
              {t(`people.dealers.ratePolicies.${policy}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
