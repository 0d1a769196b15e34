import { useState } from 'react'
import { AmountField } from '#web/product/amount-field.tsx'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { type RulePartProps, RuleSwitch } from './rule-part.tsx'

type Worth = 'chain' | 'price'

/** What a rule does to the price, by its kind. */
export function RuleValue({ form, choices }: RulePartProps) {
  const { values } = form
  const [chosen, setChosen] = useState<Worth>(values.price === '' ? 'chain' : 'price')
  if (values.kind === 'list') return <ListField form={form} choices={choices} />
  const worth = values.kind === 'chain' ? 'chain' : chosen
  return (
    <>
      {values.kind === 'tier' && <TierFields form={form} choices={choices} />}
      {values.kind !== 'chain' && (
        <WorthField
          worth={worth}
          onChoose={(next) => {
            setChosen(next)
            form.set(next === 'price' ? 'chain' : 'price', '')
            if (next === 'price') form.set('keepsDiscount', false)
          }}
        />
      )}
      {worth === 'chain' ? <ChainField form={form} /> : <PriceFields form={form} choices={choices} />}
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

function WorthField({ worth, onChoose }: { worth: Worth; onChoose(worth: Worth): void }) {
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
          onChange={({ target }) => onChoose(target.value === 'price' ? 'price' : 'chain')}
        >
          <option value="chain">{t('priceRules.worths.chain')}</option>
          <option value="price">{t('priceRules.worths.price')}</option>
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

function PriceFields({ form: { values, errors, set }, choices: { currencies } }: RulePartProps) {
  const { t } = useTranslation()
  const currency = values.currency || 'TRY'
  return (
    <div className="grid grid-cols-[1fr_7rem] items-start gap-3 sm:w-80">
      <AmountField
        name="price"
        label={t(values.kind === 'floor' ? 'priceRules.fields.floorPrice' : 'priceRules.fields.price')}
        value={values.price}
        places={4}
        error={errors['price']}
        hint={t('priceRules.hints.price')}
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

function TierFields({ form: { values, errors, set }, choices: { units } }: RulePartProps) {
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
      <Field label={t('priceRules.fields.unit')} error={errors['unit']} hint={t('priceRules.hints.unit')}>
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
    </div>
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
