import { useState } from 'react'
import { isQuantityKind, type QuantityKind, type RuleKind } from '#domain/pricing/price-rule.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { type RulePartProps, RuleSwitch } from './rule-part.tsx'

const worths = ['chain', 'price', 'aboveCost'] as const
type Worth = (typeof worths)[number]

/** What a rule does to the price, or says about quantities, by its kind. */
export function RuleValue({ form, choices }: RulePartProps) {
  const { values } = form
  const [chosen, setChosen] = useState<Worth>(worths.find((name) => values[name] !== '') ?? 'chain')
  if (values.kind === 'list') return <ListField form={form} choices={choices} />
  if (values.kind === 'order_minimum') return <PriceFields form={form} choices={choices} />
  if (isQuantityKind(values.kind)) return <QuantityFields form={form} choices={choices} kind={values.kind} />
  const offered = worths
    .filter((name) => name === 'chain' || values.kind !== 'chain')
    .filter((name) => name !== 'aboveCost' || values.kind === 'floor')
  const worth = offered.find((name) => name === chosen) ?? 'chain'
  return (
    <>
      {values.kind === 'tier' && <TierFields form={form} choices={choices} />}
      {values.kind !== 'chain' && (
        <WorthField
          worth={worth}
          offered={offered}
          onChoose={(next) => {
            setChosen(next)
            for (const name of worths) if (name !== next) form.set(name, '')
            if (next !== 'chain') form.set('keepsDiscount', false)
          }}
        />
      )}
      {worth === 'chain' && <ChainField form={form} />}
      {worth === 'price' && <PriceFields form={form} choices={choices} />}
      {worth === 'aboveCost' && <AboveCostField form={form} />}
      {values.kind === 'agreement' && worth === 'chain' && <KeepsSwitch form={form} />}
    </>
  )
}

function KeepsSwitch({ form }: Pick<RulePartProps, 'form'>) {
  const { t } = useTranslation()
  return (
    <RuleSwitch form={form} name="keepsDiscount">
      {t('priceRules.hints.keepsDiscount')}
    </RuleSwitch>
  )
}

type WorthFieldProps = { worth: Worth; offered: readonly Worth[]; onChoose(worth: Worth): void }

function WorthField({ worth, offered, onChoose }: WorthFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('priceRules.fields.worth')}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          name="worth"
          size="lg"
          className="w-full sm:w-80"
          value={worth}
          onChange={({ target }) => onChoose(offered.find((name) => name === target.value) ?? 'chain')}
        >
          {offered.map((name) => (
            <option key={name} value={name}>
              {t(`priceRules.worths.${name}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function ChainField({ form: { values, errors, set } }: Pick<RulePartProps, 'form'>) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  return (
    <TextField
      label={t('priceRules.fields.chain')}
      name="chain"
      maxLength={60}
      autoComplete="off"
      className="sm:w-80"
      value={fieldNumber(values.chain)}
      error={errors['chain']}
      hint={t(values.kind === 'floor' ? 'priceRules.hints.floorChain' : 'priceRules.hints.chain')}
      end={<span className="pr-2.5 text-ink-2">%</span>}
      onChange={({ target }) => set('chain', fieldNumber(target.value))}
    />
  )
}

function AboveCostField({ form: { values, errors, set } }: Pick<RulePartProps, 'form'>) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  return (
    <TextField
      label={t('priceRules.fields.aboveCost')}
      name="aboveCost"
      maxLength={10}
      inputMode="decimal"
      autoComplete="off"
      className="sm:w-80"
      value={fieldNumber(values.aboveCost)}
      error={errors['aboveCost']}
      hint={t('priceRules.hints.aboveCost')}
      end={<span className="pr-2.5 text-ink-2">%</span>}
      onChange={({ target }) => set('aboveCost', fieldNumber(target.value))}
    />
  )
}

const priceLabels: Partial<Record<RuleKind, string>> = { floor: 'floorPrice', order_minimum: 'orderMinimum' }

function PriceFields({ form: { values, errors, set }, choices: { currencies } }: RulePartProps) {
  const { t } = useTranslation()
  const currency = values.currency || 'TRY'
  return (
    <div className="grid grid-cols-[1fr_7rem] items-start gap-3 sm:w-80">
      <AmountField
        name="price"
        label={t(`priceRules.fields.${priceLabels[values.kind] ?? 'price'}`)}
        value={values.price}
        places={4}
        error={errors['price']}
        hint={t(values.kind === 'order_minimum' ? 'priceRules.hints.orderMinimum' : 'priceRules.hints.price')}
        onChange={(price) => set('price', price)}
      />
      <Field label={t('priceRules.fields.currency')} error={errors['currency']}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            name="currency"
            size="lg"
            className="w-full"
            value={currency}
            onChange={({ target }) => set('currency', target.value)}
          >
            {[...new Set([...currencies, currency])].map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

function TierFields({ form, choices }: RulePartProps) {
  const { values, errors, set } = form
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[10rem_14rem]">
      <TextField
        label={t('priceRules.fields.minQuantity')}
        name="minQuantity"
        maxLength={20}
        inputMode="decimal"
        autoComplete="off"
        value={fieldNumber(values.minQuantity)}
        error={errors['minQuantity']}
        hint={t('priceRules.hints.minQuantity')}
        onChange={({ target }) => set('minQuantity', fieldNumber(target.value))}
      />
      <UnitField form={form} choices={choices} hint={t('priceRules.hints.unit')} />
    </div>
  )
}

function QuantityFields({ form, choices, kind }: RulePartProps & { kind: QuantityKind }) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const { values, errors, set } = form
  const hints = { quantity: t(`priceRules.hints.${kind}`), periodDays: t('priceRules.hints.periodDays') }
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[14rem_14rem_10rem]">
      {(kind === 'period_maximum' ? (['quantity', 'periodDays'] as const) : (['quantity'] as const)).map((name) => (
        <TextField
          key={name}
          label={t(`priceRules.fields.${name}`)}
          name={name}
          maxLength={20}
          inputMode="decimal"
          autoComplete="off"
          value={fieldNumber(values[name])}
          error={errors[name]}
          hint={hints[name]}
          onChange={({ target }) => set(name, fieldNumber(target.value))}
        />
      ))}
      <UnitField form={form} choices={choices} hint={t('priceRules.hints.quantityUnit')} />
    </div>
  )
}

function UnitField({ form: { values, errors, set }, choices: { units }, hint }: RulePartProps & { hint: string }) {
  const { t } = useTranslation()
  return (
    <Field label={t('priceRules.fields.unit')} error={errors['unit']} hint={hint}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          name="unit"
          size="lg"
          className="w-full"
          value={values.unit}
          onChange={({ target }) => set('unit', target.value)}
        >
          <option value="">{t('priceRules.anyUnit')}</option>
          {[...new Set([...units, ...(values.unit === '' ? [] : [values.unit])])].map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function ListField({ form: { values, errors, set }, choices: { priceLists } }: RulePartProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('priceRules.fields.priceList')} error={errors['priceList']} hint={t('priceRules.hints.priceList')}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          name="priceList"
          size="lg"
          className="w-full sm:w-80"
          value={values.priceList}
          onChange={({ target }) => set('priceList', target.value)}
        >
          <option value="">{t('priceRules.choose')}</option>
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
