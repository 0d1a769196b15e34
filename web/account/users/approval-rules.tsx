import { useState } from 'react'
import { type PurchaseSettings, savePurchaseRules } from '#contract/shop/purchases.ts'
import { expiryDays as daysRange } from '#domain/orders/purchase-approval.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { lira } from '#domain/money/money.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ApproverChoice } from './approver-choice.tsx'
import { CategoryChoice } from './category-choice.tsx'

type ApprovalRulesProps = { settings: PurchaseSettings; onSaved(settings: PurchaseSettings): void }

/** What applies to the orders of all users of the dealer. */
export function ApprovalRules({ settings, onSaved }: ApprovalRulesProps) {
  const { t, formatMoney } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { rules, approvers } = settings
  const namesOf = (ids: readonly number[]) =>
    approvers.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ')
  const parts = [
    rules.secondStepOver === ''
      ? t('purchases.rules.summaryOne')
      : t('purchases.rules.summaryTwo', { amount: formatMoney(parseAmount(rules.secondStepOver) ?? 0, lira) }),
    t('purchases.rules.summaryDays', { count: rules.expiryDays }),
    ...(rules.categoryIds.length === 0
      ? []
      : [t('purchases.rules.summaryCategories', { count: rules.categoryIds.length })]),
  ]
  return (
    <section aria-label={t('purchases.rules.title')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-16 font-semibold">{t('purchases.rules.title')}</h2>
          <p className="text-13 text-ink-2">{t('purchases.rules.text')}</p>
        </div>
        <Button size="card" onClick={() => setOpen(true)}>
          {t('purchases.rules.edit')}
        </Button>
      </div>
      <div className="rounded-panel border border-line bg-surface px-4 py-3 text-13 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        <p>{parts.join(' · ')}</p>
        {rules.firstApprovers.length > 0 && (
          <p className="mt-1">{t('purchases.rules.summaryFirst', { names: namesOf(rules.firstApprovers) })}</p>
        )}
        {rules.secondApprovers.length > 0 && (
          <p className="mt-1">{t('purchases.rules.summarySecond', { names: namesOf(rules.secondApprovers) })}</p>
        )}
        {rules.fallbackSteps.map((step) => (
          <p key={step} className="mt-1 text-warning">
            {t(`purchases.rules.gone${step}`)}
          </p>
        ))}
        {rules.secondStepOver !== '' && approvers.length < 2 && (
          <p className="mt-1 text-warning">{t('purchases.rules.oneApprover')}</p>
        )}
      </div>
      {isOpen && (
        <RulesDialog
          settings={settings}
          onSaved={(saved) => {
            onSaved(saved)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

function RulesDialog({ settings, onSaved, onClose }: ApprovalRulesProps & { onClose(): void }) {
  const { t } = useTranslation()
  const { rules, categories, approvers } = settings
  const [secondStepOver, setSecondStepOver] = useState(rules.secondStepOver)
  const [days, setDays] = useState(String(rules.expiryDays))
  const [categoryIds, setCategoryIds] = useState<number[]>(rules.categoryIds)
  const [firstApprovers, setFirst] = useState<number[]>(rules.firstApprovers)
  const [secondApprovers, setSecond] = useState<number[]>(rules.secondApprovers)
  const { isBusy, failure, send } = useSubmit()
  const fields = failure?.fields ?? {}
  const isDays = /^\d{1,2}$/.test(days) && Number(days) >= daysRange.min && Number(days) <= daysRange.max
  const save = () =>
    isDays &&
    send(async () => {
      const body = { secondStepOver, categoryIds, expiryDays: Number(days), firstApprovers, secondApprovers }
      onSaved(await call(savePurchaseRules, { body }))
      notify.success(t('purchases.rules.saved'), { id: 'limits' })
    })
  return (
    <FormDialog
      title={t('purchases.rules.title')}
      saveLabel={t('purchases.limits.save')}
      isBusy={isBusy}
      onSend={() => void save()}
      onClose={onClose}
    >
      <AmountField
        label={t('purchases.rules.secondStep')}
        name="secondStepOver"
        value={secondStepOver}
        error={fields['secondStepOver']}
        hint={t('purchases.rules.secondStepHint')}
        end={<span className="pr-1.5 text-13 text-ink-2">TL</span>}
        onChange={setSecondStepOver}
      />
      <ApproverChoice
        label={t('purchases.rules.first')}
        approvers={approvers}
        chosen={firstApprovers}
        error={fields['firstApprovers']}
        onChoose={setFirst}
      />
      {secondStepOver.trim() !== '' && (
        <ApproverChoice
          label={t('purchases.rules.second')}
          approvers={approvers}
          chosen={secondApprovers}
          error={fields['secondApprovers']}
          onChoose={setSecond}
        />
      )}
      <TextField
        label={t('purchases.rules.expiry')}
        name="expiryDays"
        inputMode="numeric"
        maxLength={2}
        value={days}
        error={isDays ? undefined : t('purchases.rules.expiryHint')}
        hint={t('purchases.rules.expiryHint')}
        onChange={({ target }) => setDays(target.value.trim())}
      />
      <CategoryChoice categories={categories} chosen={categoryIds} onChoose={setCategoryIds} />
      <Failure text={failure !== null && Object.keys(fields).length === 0 ? failure.message : undefined} />
    </FormDialog>
  )
}
