import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PriceRuleChoices } from '#contract/admin/price-rules.ts'
import type { PromotionValues } from '#contract/admin/promotions.ts'
import { promotionRowsMax } from '#domain/promotions/promotion-kinds.ts'
import { CodeField } from '#web/pricing/code-field.tsx'
import { suggestProducts } from '#web/pricing/rule-scope.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { type PromotionFields, PromotionText } from './promotion-text.tsx'

type GiftProps = { form: PromotionFields; choices: PriceRuleChoices }

/** What a promotion of its kind gives. */
export function PromotionGift({ form, choices }: GiftProps) {
  if (form.values.kind === 'free_goods') return <FreeGoodsFields form={form} />
  if (form.values.kind === 'bundle') return <BundleFields form={form} choices={choices} />
  return <StepsFields form={form} choices={choices} />
}

function FreeGoodsFields({ form }: { form: PromotionFields }) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[10rem_10rem_1fr]">
      <PromotionText form={form} name="buy" inputMode="decimal" maxLength={12} hint={t('promotions.hints.buy')} />
      <PromotionText form={form} name="free" inputMode="numeric" maxLength={6} hint={t('promotions.hints.free')} />
      <CodeField
        label={t('promotions.fields.freeProduct')}
        name="freeProduct"
        maxLength={100}
        value={values.freeProduct}
        error={errors['freeProduct']}
        hint={t('promotions.hints.freeProduct')}
        suggest={suggestProducts}
        onChange={(code) => set('freeProduct', code)}
      />
    </div>
  )
}

function CurrencyField({ form: { values, errors, set }, choices }: GiftProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('promotions.fields.currency')} error={errors['currency']}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          name="currency"
          size="lg"
          className="w-full"
          value={values.currency === '' ? 'TRY' : values.currency}
          onChange={({ target }) => set('currency', target.value)}
        >
          {choices.currencies.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type RowsProps = { children: ReactNode; addLabel: string; error: string | undefined; canAdd: boolean; add(): void }

/** Rows of a list in a form, with the problem of the list and a button for another row. */
function Rows({ children, addLabel, error, canAdd, add }: RowsProps) {
  return (
    <div className="flex flex-col gap-3">
      {children}
      {error !== undefined && (
        <p role="alert" className="text-12 text-danger">
          {error}
        </p>
      )}
      {canAdd && (
        <div>
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={add}>
            {addLabel}
          </Button>
        </div>
      )}
    </div>
  )
}

type Step = PromotionValues['steps'][number]
const emptyStep: Step = { amount: '', percent: '', freeDelivery: false }

function StepsFields({ form, choices }: GiftProps) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const steps = values.steps.length === 0 ? [emptyStep] : values.steps
  const change = (at: number, part: Partial<Step>) =>
    set(
      'steps',
      steps.map((step, i) => (i === at ? { ...step, ...part } : step)),
    )
  return (
    <>
      <p className="text-13 text-ink-2">{t('promotions.hints.steps')}</p>
      <div className="w-40">
        <CurrencyField form={form} choices={choices} />
      </div>
      <Rows
        addLabel={t('promotions.addStep')}
        error={errors['steps']}
        canAdd={steps.length < promotionRowsMax}
        add={() => set('steps', [...steps, emptyStep])}
      >
        {steps.map((step, i) => (
          // Rows have no other identity than their place.
          // oxlint-disable-next-line react/no-array-index-key
          <fieldset key={i} className="grid items-end gap-3 sm:grid-cols-[12rem_10rem_max-content_2rem]">
            <legend className="sr-only">{t('promotions.step', { number: String(i + 1) })}</legend>
            <TextField
              label={t('promotions.fields.amount')}
              inputMode="decimal"
              maxLength={20}
              autoComplete="off"
              value={step.amount}
              onChange={({ target }) => change(i, { amount: target.value })}
            />
            <TextField
              label={t('promotions.fields.percent')}
              inputMode="decimal"
              maxLength={6}
              autoComplete="off"
              value={step.percent}
              onChange={({ target }) => change(i, { percent: target.value })}
            />
            <div className="flex h-10 items-center">
              <Switch
                isOn={step.freeDelivery}
                aria-label={t('promotions.fields.freeDelivery')}
                onChange={(isOn) => change(i, { freeDelivery: isOn })}
              >
                <span className="font-medium text-ink">{t('promotions.fields.freeDelivery')}</span>
              </Switch>
            </div>
            <RemoveRow
              label={t('promotions.removeStep', { number: String(i + 1) })}
              remove={() =>
                set(
                  'steps',
                  steps.filter((_step, at) => at !== i),
                )
              }
            />
          </fieldset>
        ))}
      </Rows>
    </>
  )
}

function RemoveRow({ label, remove }: { label: string; remove(): void }) {
  return (
    <IconButton label={label} variant="danger" onClick={remove}>
      <X size={16} aria-hidden="true" />
    </IconButton>
  )
}

type Part = PromotionValues['parts'][number]
const emptyPart: Part = { product: '', unit: '', quantity: '1' }

function BundleFields({ form, choices }: GiftProps) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const parts = values.parts.length === 0 ? [emptyPart] : values.parts
  const change = (at: number, part: Partial<Part>) =>
    set(
      'parts',
      parts.map((each, i) => (i === at ? { ...each, ...part } : each)),
    )
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[14rem_10rem]">
        <PromotionText form={form} name="price" inputMode="decimal" maxLength={20} hint={t('promotions.hints.price')} />
        <CurrencyField form={form} choices={choices} />
      </div>
      <Rows
        addLabel={t('promotions.addPart')}
        error={errors['parts']}
        canAdd={parts.length < promotionRowsMax}
        add={() => set('parts', [...parts, emptyPart])}
      >
        {parts.map((part, i) => (
          // Rows have no other identity than their place.
          // oxlint-disable-next-line react/no-array-index-key
          <fieldset key={i} className="grid items-start gap-3 sm:grid-cols-[8rem_1fr_12rem_2rem]">
            <legend className="sr-only">{t('promotions.part', { number: String(i + 1) })}</legend>
            <TextField
              label={t('promotions.fields.quantity')}
              inputMode="numeric"
              maxLength={6}
              autoComplete="off"
              value={part.quantity}
              onChange={({ target }) => change(i, { quantity: target.value })}
            />
            <CodeField
              label={t('promotions.fields.partProduct')}
              name={`part-${i}`}
              maxLength={100}
              value={part.product}
              error={undefined}
              hint={t('promotions.hints.partProduct')}
              suggest={suggestProducts}
              onChange={(product) => change(i, { product })}
            />
            <Field label={t('promotions.fields.unit')}>
              {(fieldProps) => (
                <Select
                  {...fieldProps}
                  size="lg"
                  className="w-full"
                  value={part.unit}
                  onChange={({ target }) => change(i, { unit: target.value })}
                >
                  <option value="">{t('promotions.defaultUnit')}</option>
                  {part.unit !== '' && !choices.units.includes(part.unit) && (
                    <option value={part.unit}>{part.unit}</option>
                  )}
                  {choices.units.map((unit) => (
                    <option key={unit} value={unit}>
                      {unit}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <div className="sm:pt-6">
              <RemoveRow
                label={t('promotions.removePart', { number: String(i + 1) })}
                remove={() =>
                  set(
                    'parts',
                    parts.filter((_part, at) => at !== i),
                  )
                }
              />
            </div>
          </fieldset>
        ))}
      </Rows>
    </>
  )
}
