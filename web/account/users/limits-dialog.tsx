import { useState } from 'react'
import type { Colleague } from '#contract/shop/colleagues.ts'
import { type PurchaseSettings, savePurchaseLimits } from '#contract/shop/purchases.ts'
import { lira } from '#domain/money/money.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CategoryChoice } from './category-choice.tsx'

type LimitsDialogProps = {
  colleague: Colleague
  settings: PurchaseSettings
  onSaved(settings: PurchaseSettings): void
  onClose(): void
}

/** What a user may order without approval. */
export function LimitsDialog({ colleague, settings, onSaved, onClose }: LimitsDialogProps) {
  const { t, formatMoney } = useTranslation()
  const before = settings.limits.find(({ userId }) => userId === colleague.id)
  const [values, setValues] = useState({
    perOrder: before?.perOrder ?? '',
    perMonth: before?.perMonth ?? '',
    categoryIds: before?.categoryIds ?? [],
  })
  const { isBusy, failure, send } = useSubmit()
  const fields = failure?.fields ?? {}
  const set = (part: Partial<typeof values>) => setValues({ ...values, ...part })
  const save = () =>
    send(async () => {
      onSaved(await call(savePurchaseLimits, { params: { id: String(colleague.id) }, body: values }))
      notify.success(t('purchases.limits.saved'), { id: 'limits' })
    })
  return (
    <FormDialog
      title={t('purchases.limits.of', { name: colleague.name })}
      saveLabel={t('purchases.limits.save')}
      isBusy={isBusy}
      onSend={() => void save()}
      onClose={onClose}
    >
      <p className="text-13 text-ink-2">{t('purchases.limits.text')}</p>
      <AmountField
        label={t('purchases.limits.perOrder')}
        name="perOrder"
        value={values.perOrder}
        error={fields['perOrder']}
        end={<span className="pr-1.5 text-13 text-ink-2">TL</span>}
        onChange={(perOrder) => set({ perOrder })}
      />
      <AmountField
        label={t('purchases.limits.perMonth')}
        name="perMonth"
        value={values.perMonth}
        error={fields['perMonth']}
        hint={t('purchases.limits.spent', { amount: formatMoney(before?.monthTotal ?? 0, lira) })}
        end={<span className="pr-1.5 text-13 text-ink-2">TL</span>}
        onChange={(perMonth) => set({ perMonth })}
      />
      <CategoryChoice
        categories={settings.categories}
        chosen={values.categoryIds}
        onChoose={(categoryIds) => set({ categoryIds })}
      />
      <Failure text={failure !== null && Object.keys(fields).length === 0 ? failure.message : undefined} />
    </FormDialog>
  )
}
