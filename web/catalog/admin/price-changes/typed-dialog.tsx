import { useState } from 'react'
import { type PriceChangeRow } from '#contract/admin/price-changes.ts'
import { setPriceInChange } from '#contract/admin/price-change-steps.ts'
import { priceText } from '#domain/pricing/price-text.ts'
import { call } from '#web/app/data/call.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { PriceChangeDetail } from './price-change-detail.ts'
import { ChoiceField } from './choice-field.tsx'
import { useStep } from './use-step.ts'

type TypedDialogProps = { detail: PriceChangeDetail; row: PriceChangeRow | null; onClose(): void }

/** Sets one price of a draft: of a row, or of a product by its code. */
export function TypedDialog({ detail, row, onClose }: TypedDialogProps) {
  const { t } = useTranslation()
  const { isBusy, failure, apply } = useStep(onClose)
  const [code, setCode] = useState(row?.code ?? '')
  const [unit, setUnit] = useState(row?.unit ?? '')
  const [value, setValue] = useState(row?.after == null ? '' : priceText(row.after.value))
  const [currency, setCurrency] = useState(
    row?.after?.currency ?? row?.before?.currency ?? detail.currencies[0] ?? 'TRY',
  )
  const save = () =>
    apply(() =>
      call(setPriceInChange, {
        params: { id: String(detail.change.id) },
        body: { revision: detail.change.revision, code, unit, value, currency },
      }),
    )
  const title =
    row === null ? t('priceChanges.typed.title') : t('priceChanges.rows.edit', { code: row.code, unit: row.unit })
  return (
    <FormDialog
      title={title}
      saveLabel={t('priceChanges.typed.apply')}
      isBusy={isBusy}
      size="lg"
      onSend={save}
      onClose={onClose}
    >
      <Failure text={failure?.message} />
      {row === null ? (
        <div className="grid grid-cols-[1fr_8rem] items-start gap-3">
          <TextField
            label={t('priceChanges.typed.code')}
            value={code}
            error={failure?.fields['code']}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setCode(target.value)}
          />
          <TextField
            label={t('priceChanges.typed.unit')}
            hint={t('priceChanges.typed.unitHint')}
            value={unit}
            error={failure?.fields['unit']}
            maxLength={40}
            autoComplete="off"
            onChange={({ target }) => setUnit(target.value)}
          />
        </div>
      ) : (
        <p className="text-13 text-ink-2">{row.name}</p>
      )}
      <div className="grid grid-cols-[1fr_7rem] items-start gap-3">
        <AmountField
          name="price"
          label={t('priceChanges.typed.value')}
          value={value}
          places={4}
          error={failure?.fields['value']}
          onChange={setValue}
        />
        <ChoiceField label={t('priceLists.prices.currency')} value={currency} onChange={setCurrency}>
          {detail.currencies.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </ChoiceField>
      </div>
      <p className="text-12 text-ink-3">{t('priceChanges.typed.valueHint')}</p>
    </FormDialog>
  )
}
