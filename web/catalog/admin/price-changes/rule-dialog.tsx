import { useState } from 'react'
import { raiseInChange } from '#contract/admin/price-change-steps.ts'
import { priceForms, roundingDirections } from '#domain/pricing/price-rounding.ts'
import { call } from '#web/app/data/call.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { PriceChangeDetail } from './price-change-detail.ts'
import { ChoiceField } from './choice-field.tsx'
import { useFormName } from './form-name.ts'
import { type Scope, ScopeFields } from './scope-fields.tsx'
import { useStep } from './use-step.ts'

const ways = ['percentUp', 'percentDown', 'amountUp', 'amountDown'] as const

/** Changes the prices of a draft by a rule: a percentage or an amount, rounded. */
export function RuleDialog({ detail, onClose }: { detail: PriceChangeDetail; onClose(): void }) {
  const { t } = useTranslation()
  const formName = useFormName()
  const { isBusy, failure, apply } = useStep(onClose)
  const [way, setWay] = useState<(typeof ways)[number]>('percentUp')
  const [value, setValue] = useState('')
  const [currency, setCurrency] = useState(detail.currencies[0] ?? 'TRY')
  const [form, setForm] = useState<(typeof priceForms)[number]>('0.01')
  const [direction, setDirection] = useState<(typeof roundingDirections)[number]>('nearest')
  const [scope, setScope] = useState<Scope>({ brand: detail.brand, category: detail.category })
  const by = way.startsWith('percent') ? 'percent' : 'amount'
  const save = () =>
    apply(() =>
      call(raiseInChange, {
        params: { id: String(detail.change.id) },
        body: {
          revision: detail.change.revision,
          by,
          value: `${way.endsWith('Down') ? '-' : ''}${value}`,
          currency,
          form,
          direction,
          ...scope,
        },
      }),
    )
  return (
    <FormDialog
      title={t('priceChanges.raise.title')}
      saveLabel={t('priceChanges.raise.apply')}
      isBusy={isBusy}
      size="lg"
      width="md"
      onSend={save}
      onClose={onClose}
    >
      <Failure text={failure?.message} />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <ChoiceField
          label={t('priceChanges.raise.by')}
          value={way}
          onChange={(chosen) => setWay(ways.find((each) => each === chosen) ?? 'percentUp')}
        >
          {ways.map((each) => (
            <option key={each} value={each}>
              {t(`priceChanges.raise.bys.${each}`)}
            </option>
          ))}
        </ChoiceField>
        <div className={by === 'amount' ? 'grid grid-cols-[1fr_7rem] items-start gap-3' : undefined}>
          <AmountField
            name="value"
            label={t(`priceChanges.raise.${by}`)}
            value={value}
            places={by === 'amount' ? 4 : 2}
            error={failure?.fields['value']}
            onChange={setValue}
          />
          {by === 'amount' && (
            <ChoiceField label={t('priceChanges.raise.currency')} value={currency} onChange={setCurrency}>
              {detail.currencies.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </ChoiceField>
          )}
        </div>
        <ChoiceField
          label={t('priceChanges.raise.form')}
          value={form}
          onChange={(chosen) => setForm(priceForms.find((each) => each === chosen) ?? '0.01')}
        >
          {priceForms.map((each) => (
            <option key={each} value={each}>
              {formName(each)}
            </option>
          ))}
        </ChoiceField>
        <ChoiceField
          label={t('priceChanges.raise.direction')}
          value={direction}
          onChange={(chosen) => setDirection(roundingDirections.find((each) => each === chosen) ?? 'nearest')}
        >
          {roundingDirections.map((each) => (
            <option key={each} value={each}>
              {t(`priceChanges.raise.directions.${each}`)}
            </option>
          ))}
        </ChoiceField>
        <ScopeFields choices={detail} scope={scope} onChange={setScope} />
      </div>
      <p className="text-12 text-ink-2">{t('priceChanges.raise.hint')}</p>
    </FormDialog>
  )
}
