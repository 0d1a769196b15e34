import type { PriceRuleValues } from '#contract/admin/price-rules.ts'
import { isOrderKind, isQuantityKind, ruleKinds } from '#domain/pricing/price-rule.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { SavedForm } from '#web/administration/saved-form.tsx'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { type RulePartProps, RuleSwitch } from './rule-part.tsx'
import { RuleScope } from './rule-scope.tsx'
import { RuleValue } from './rule-value.tsx'

type RuleFormProps = RulePartProps & { saveLabel?: string }

/** The editable fields of a price rule. Fields that its kind does not have are not shown, and empty. */
export function RuleForm({ form, choices, saveLabel }: RuleFormProps) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const { values, errors, set } = form
  const label = (name: string) => t(`priceRules.fields.${name}`)
  const hasGoods = values.kind !== 'list' && values.kind !== 'order_minimum'

  function chooseKind(kind: PriceRuleValues['kind']): void {
    set('kind', kind)
    if (kind !== 'tier') set('minQuantity', '')
    if (!isQuantityKind(kind)) set('quantity', '')
    if (kind !== 'tier' && !isQuantityKind(kind)) set('unit', '')
    if (kind !== 'period_maximum') set('periodDays', '')
    if (kind !== 'agreement') set('keepsDiscount', false)
    if (kind === 'chain' || kind === 'list' || isQuantityKind(kind)) set('price', '')
    if (kind === 'list' || isOrderKind(kind)) set('chain', '')
    if (kind !== 'floor') set('aboveCost', '')
    if (kind !== 'list') set('priceList', '')
    if (kind !== 'list' && kind !== 'order_minimum') return
    for (const name of ['product', 'brand', 'category'] as const) set(name, '')
  }
  return (
    <SavedForm form={form} {...(saveLabel !== undefined && { saveLabel })}>
      <AdminPanel title={t('priceRules.parts.rule')}>
        <div className="grid items-start gap-4 sm:grid-cols-[1fr_14rem]">
          <TextField
            label={label('name')}
            name="name"
            maxLength={100}
            autoComplete="off"
            value={values.name}
            error={errors['name']}
            onChange={({ target }) => set('name', target.value)}
          />
          <TextField
            label={label('code')}
            name="code"
            maxLength={60}
            autoComplete="off"
            value={values.code}
            error={errors['code']}
            hint={t('priceRules.hints.code')}
            onChange={({ target }) => set('code', target.value)}
          />
        </div>
        <Field label={label('kind')} error={errors['kind']} hint={t(`priceRules.guide.kinds.${values.kind}`)}>
          {(fieldProps) => (
            <Select
              {...fieldProps}
              name="kind"
              size="lg"
              className="w-full sm:w-80"
              value={values.kind}
              onChange={({ target }) => chooseKind(ruleKinds.find((kind) => kind === target.value) ?? 'agreement')}
            >
              {ruleKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`priceRules.kinds.${kind}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </AdminPanel>
      <AdminPanel title={hasGoods ? t('priceRules.parts.scope') : label('who')}>
        <RuleScope form={form} choices={choices} hasGoods={hasGoods} />
      </AdminPanel>
      <AdminPanel title={t('priceRules.parts.value')}>
        <RuleValue form={form} choices={choices} />
      </AdminPanel>
      <AdminPanel title={t('priceRules.parts.order')}>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          {(['startsOn', 'endsOn'] as const).map((name) => (
            <TextField
              key={name}
              label={label(name)}
              name={name}
              type="date"
              value={values[name]}
              error={errors[name]}
              hint={t(`priceRules.hints.${name}`)}
              onChange={({ target }) => set(name, target.value)}
            />
          ))}
          <TextField
            label={label('priority')}
            name="priority"
            maxLength={5}
            autoComplete="off"
            value={fieldNumber(values.priority)}
            error={errors['priority']}
            hint={t('priceRules.hints.priority')}
            onChange={({ target }) => set('priority', fieldNumber(target.value))}
          />
        </div>
        {(values.kind === 'agreement' || values.kind === 'chain') && (
          <RuleSwitch form={form} name="stops">
            {t('priceRules.hints.stops')}
          </RuleSwitch>
        )}
        {/* A saved rule is switched above its form. */}
        {saveLabel !== undefined && (
          <RuleSwitch form={form} name="isActive">
            {t('priceRules.hints.isActive')}
          </RuleSwitch>
        )}
      </AdminPanel>
    </SavedForm>
  )
}
