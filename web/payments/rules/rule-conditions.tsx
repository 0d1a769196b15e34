import { cardClasses } from '#contract/admin/installment-limits.ts'
import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { ruleCardTypes } from '#domain/payments/pos-rules.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import { CheckGroup, Choice, PickedList } from './rule-choices.tsx'
import type { RuleFields } from './rule-fields.ts'
import type { Rules } from './use-rules.ts'

const counts = Array.from({ length: 12 }, (_, i) => i + 1)

/** Which payments a rule is for: what is left empty does not restrict it. */
export function RuleConditions({
  form: { values, errors, set },
  rules,
}: {
  form: RuleFields
  rules: Pick<Rules, 'families' | 'banks'>
}) {
  const { t } = useTranslation()
  const textOf = (key: string) => t(`administration.posRules.${key}`)
  const amount = (name: 'minAmount' | 'maxAmount') => (
    <AmountField
      label={textOf(`fields.${name}`)}
      name={name}
      value={values[name]}
      error={errors[name]}
      onChange={(value) => set({ [name]: value })}
    />
  )
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-14 font-semibold">
        {textOf('parts.conditions')}{' '}
        <span className="text-12 font-normal text-ink-3">{textOf('hints.conditions')}</span>
      </legend>
      <TextField
        label={textOf('fields.bins')}
        hint={textOf('hints.bins')}
        name="bins"
        maxLength={2000}
        autoComplete="off"
        inputMode="numeric"
        value={values.bins}
        error={errors['bins']}
        onChange={({ target }) => set({ bins: target.value })}
      />
      <CheckGroup
        label={textOf('fields.families')}
        error={errors['families']}
        options={[...new Set([...rules.families, ...values.families])].map((name) => [name, name])}
        chosen={values.families}
        onChange={(families) => set({ families })}
      />
      <PickedList
        label={textOf('fields.bankCodes')}
        add={textOf('addBank')}
        error={errors['bankCodes']}
        options={rules.banks.map(({ code, name }) => [code, `${name} (${code})`])}
        chosen={values.bankCodes}
        onChange={(bankCodes) => set({ bankCodes })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <CheckGroup
          label={textOf('fields.cardTypes')}
          error={errors['cardTypes']}
          options={ruleCardTypes.map((type) => [type, textOf(`cardTypes.${type}`)])}
          chosen={values.cardTypes}
          onChange={(cardTypes) => set({ cardTypes })}
        />
        <Choice
          label={textOf('fields.cardClass')}
          error={errors['cardClass']}
          options={[
            ['', textOf('classes.all')],
            ...cardClasses.map((name) => [name, textOf(`classes.${name}`)] as const),
          ]}
          value={values.cardClass}
          onChange={(cardClass) => set({ cardClass })}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {amount('minAmount')}
        {amount('maxAmount')}
        <Choice
          label={textOf('fields.currency')}
          hint={textOf('hints.currency')}
          error={errors['currency']}
          options={[['', textOf('anyCurrency')], ...posCurrencies.map((code) => [code, code] as const)]}
          value={values.currency}
          onChange={(currency) => set({ currency })}
        />
      </div>
      <CheckGroup
        label={textOf('fields.installments')}
        error={errors['installments']}
        options={counts.map((count) => [count, count === 1 ? textOf('single') : String(count)])}
        chosen={values.installments}
        onChange={(installments) => set({ installments })}
      />
    </fieldset>
  )
}
