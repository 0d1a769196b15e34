import { useState } from 'react'
import { listAllProducts } from '#contract/admin/catalog.ts'
import { listAllDealers } from '#contract/admin/dealers.ts'
import type { PriceRuleChoices } from '#contract/admin/price-rules.ts'
import { call } from '#web/app/data/call.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CodeField } from './code-field.tsx'

const whoFields = ['dealer', 'group', 'region'] as const
const goodsFields = ['product', 'brand', 'category'] as const
type ScopeField = (typeof whoFields)[number] | (typeof goodsFields)[number]

export async function suggestDealers(q: string, signal: AbortSignal) {
  return (await call(listAllDealers, { query: { q, show: 'active', limit: '10' } }, { signal })).items
}

export async function suggestProducts(q: string, signal: AbortSignal) {
  return (await call(listAllProducts, { query: { q, limit: '10' } }, { signal })).items
}

/** The fields of a form that say for whom and for what something is. */
export type ScopeFields = {
  values: Readonly<Record<ScopeField, string>>
  errors: Readonly<Record<string, string>>
  set(field: ScopeField, value: string): void
}
type ScopeProps = { form: ScopeFields; choices: Pick<PriceRuleChoices, 'groups' | 'regions' | 'brands' | 'categories'> }

/** For whom and for which products something is: of each side one choice, and what it names. */
export function RuleScope({ form, choices, hasGoods = true }: ScopeProps & { hasGoods?: boolean }) {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <ScopeSide form={form} choices={choices} side="who" fields={whoFields} />
      {hasGoods && <ScopeSide form={form} choices={choices} side="goods" fields={goodsFields} />}
    </div>
  )
}

type ScopeSideProps = ScopeProps & { side: 'who' | 'goods'; fields: readonly ScopeField[] }

function ScopeSide({ form, choices, side, fields }: ScopeSideProps) {
  const { t } = useTranslation()
  const { values, set } = form
  const named = fields.find((field) => values[field] !== '') ?? null
  // A choice that names nothing yet is not in the values.
  const [chosen, setChosen] = useState<ScopeField | null>(named)
  const field = named ?? chosen
  function choose(next: ScopeField | null): void {
    setChosen(next)
    for (const each of fields) set(each, '')
  }
  return (
    <div className="flex flex-col gap-4">
      <Field label={t(`priceRules.fields.${side}`)}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            name={side}
            size="lg"
            className="w-full"
            value={field ?? ''}
            onChange={({ target }) => choose(fields.find((each) => each === target.value) ?? null)}
          >
            <option value="">{t(side === 'who' ? 'priceRules.who.all' : 'priceRules.what.all')}</option>
            {fields.map((each) => (
              <option key={each} value={each}>
                {t(`priceRules.scopes.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {field !== null && <ScopeName form={form} choices={choices} field={field} />}
    </div>
  )
}

function ScopeName({ form, choices, field }: ScopeProps & { field: ScopeField }) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const label = t(`priceRules.fields.${field}`)
  const shared = { label, name: field, value: values[field], error: errors[field] }
  const change = (value: string) => set(field, value)
  if (field === 'dealer') {
    return (
      <CodeField
        {...shared}
        maxLength={50}
        hint={t('priceRules.hints.dealer')}
        suggest={suggestDealers}
        onChange={change}
      />
    )
  }
  if (field === 'product') {
    return (
      <CodeField
        {...shared}
        maxLength={100}
        hint={t('priceRules.hints.product')}
        suggest={suggestProducts}
        onChange={change}
      />
    )
  }
  const options = optionsOf(field, choices)
  const isListed = values[field] === '' || options.some(({ value }) => value === values[field])
  return (
    <Field label={label} error={errors[field]} hint={t(`priceRules.hints.${field}`)}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          name={field}
          size="lg"
          className="w-full"
          value={values[field]}
          onChange={({ target }) => change(target.value)}
        >
          <option value="">{t('priceRules.choose')}</option>
          {!isListed && <option value={values[field]}>{values[field]}</option>}
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type Option = { value: string; text: string }

function optionsOf(
  field: 'group' | 'region' | 'brand' | 'category',
  { groups, regions, brands, categories }: ScopeProps['choices'],
): Option[] {
  if (field === 'group') return groups.map(({ code, name }) => ({ value: code, text: name }))
  if (field === 'region') return regions.map((region) => ({ value: region, text: region }))
  if (field === 'brand') return brands.map(({ name }) => ({ value: name, text: name }))
  return categories.map(({ path, name, depth }) => ({ value: path, text: `${'\u00a0\u00a0'.repeat(depth)}${name}` }))
}
