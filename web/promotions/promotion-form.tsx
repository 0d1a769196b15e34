import type { PriceRuleChoices } from '#contract/admin/price-rules.ts'
import { promotionKinds } from '#domain/promotions/promotion-kinds.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { SavedForm } from '#web/administration/saved-form.tsx'
import { RuleScope } from '#web/pricing/rule-scope.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { PromotionGift } from './promotion-gift.tsx'
import { type PromotionFields, PromotionText } from './promotion-text.tsx'

type PromotionFormProps = { form: PromotionFields; choices: PriceRuleChoices; saveLabel?: string }

/** The editable fields of a promotion. Fields that its kind does not have are not shown. */
export function PromotionForm({ form, choices, saveLabel }: PromotionFormProps) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  return (
    <SavedForm form={form} {...(saveLabel !== undefined && { saveLabel })}>
      <AdminPanel title={t('promotions.parts.promotion')}>
        <div className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_14rem]">
          <PromotionText form={form} name="name" maxLength={100} />
          <PromotionText form={form} name="nameEn" maxLength={100} hint={t('promotions.hints.nameEn')} />
          <PromotionText form={form} name="code" maxLength={60} hint={t('promotions.hints.code')} />
        </div>
        <Field
          label={t('promotions.fields.kind')}
          error={errors['kind']}
          hint={t(`promotions.guide.kinds.${values.kind}`)}
        >
          {(fieldProps) => (
            <Select
              {...fieldProps}
              name="kind"
              size="lg"
              className="w-full sm:w-80"
              value={values.kind}
              onChange={({ target }) =>
                set('kind', promotionKinds.find((kind) => kind === target.value) ?? 'free_goods')
              }
            >
              {promotionKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`promotions.kinds.${kind}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </AdminPanel>
      <AdminPanel title={t('promotions.parts.gift')}>
        <PromotionGift key={values.kind} form={form} choices={choices} />
      </AdminPanel>
      <AdminPanel title={t(values.kind === 'bundle' ? 'priceRules.fields.who' : 'priceRules.parts.scope')}>
        <RuleScope form={form} choices={choices} hasGoods={values.kind !== 'bundle'} />
      </AdminPanel>
      <AdminPanel title={t('promotions.parts.limits')}>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          {(['totalQuota', 'dealerQuota', 'orderLimit'] as const).map((name) => (
            <PromotionText
              key={name}
              form={form}
              name={name}
              inputMode="numeric"
              maxLength={10}
              hint={t(`promotions.hints.${name}`)}
            />
          ))}
          <PromotionText form={form} name="startsOn" type="date" hint={t('priceRules.hints.startsOn')} />
          <PromotionText form={form} name="endsOn" type="date" hint={t('priceRules.hints.endsOn')} />
          <PromotionText form={form} name="priority" maxLength={5} hint={t('promotions.hints.priority')} />
        </div>
        <PromotionSwitch form={form} name="combines" />
        <PromotionSwitch form={form} name="needsCoupon" />
        {/* A saved promotion is switched above its form. */}
        {saveLabel !== undefined && <PromotionSwitch form={form} name="isActive" />}
      </AdminPanel>
    </SavedForm>
  )
}

type SwitchProps = { form: PromotionFields; name: 'combines' | 'needsCoupon' | 'isActive' }

function PromotionSwitch({ form: { values, set }, name }: SwitchProps) {
  const { t } = useTranslation()
  const label = t(`promotions.fields.${name}`)
  const textId = `promotion-${name}`
  return (
    <div>
      <Switch isOn={values[name]} aria-label={label} aria-describedby={textId} onChange={(isOn) => set(name, isOn)}>
        <span className="font-medium text-ink">{label}</span>
      </Switch>
      <p id={textId} className="mt-1 text-12 text-ink-3">
        {t(`promotions.hints.${name}`)}
      </p>
    </div>
  )
}
