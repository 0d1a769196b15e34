import { Check, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  approvePurchase,
  getPurchase,
  type Purchase,
  refusePurchase,
  returnPurchaseLines,
  withdrawPurchase,
} from '#contract/shop/purchases.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Price } from '#web/app/price.tsx'
import { waitingApprovalsKey } from '#web/app/visitor/use-waiting-approvals.ts'
import { cartKey } from '#web/cart/cart-query.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isBlocked } from './purchase-differences.ts'
import { useConfirmDifferences } from './use-confirm-differences.ts'

type PurchaseActionsProps = { purchase: Purchase; onChange(purchase: Purchase): void; onEdit(): void }

/** What the visitor can do with a request: decide about it, take it back, or put its lines into the cart again. */
export function PurchaseActions({ purchase, onChange, onEdit }: PurchaseActionsProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const cache = useQueryCache()
  const { isBusy, failure, send } = useSubmit()
  const [isRefusing, setRefusing] = useState(false)
  const confirm = useConfirmDifferences(false)
  const { id, state, isOwn, canDecide, canReturn, shown, total } = purchase
  const params = { id: String(id) }
  const show = (now: Purchase, text: string) => {
    onChange(now)
    notify.success(text, { id: 'purchase' })
    cache.refresh(waitingApprovalsKey)
  }
  /** Shows the request as it is now, under the refusal that says why nothing happened. */
  const showAgain = async ({ status }: CallError) => {
    if (status === 409 || status === 403) {
      onChange(await call(getPurchase, { params }))
      cache.refresh(waitingApprovalsKey)
    } else if (status === 404) await revalidate()
  }
  const approve = () =>
    send(async () => {
      if ((await confirm(purchase)) !== 'approve') return
      const now = await call(approvePurchase, { params, body: { shown } })
      show(
        now,
        now.order === null ? t('purchases.action.step') : t('purchases.action.approved', { number: now.order.orderNo }),
      )
    }, showAgain)
  const refuse = (reason: string) =>
    send(async () => {
      show(await call(refusePurchase, { params, body: { reason } }), t('purchases.action.refused'))
      setRefusing(false)
    }, showAgain)
  const withdraw = async () => {
    const answer = await showAlert({
      title: t('purchases.action.withdraw'),
      text: t('purchases.action.withdrawText'),
      actions: [{ label: t('purchases.action.withdraw'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'go') return
    await send(async () => {
      show(await call(withdrawPurchase, { params }), t('purchases.action.withdrawn'))
      cache.refresh(cartKey)
    }, showAgain)
  }
  const toCart = () =>
    send(async () => {
      show(await call(returnPurchaseLines, { params }), t('purchases.action.inCart'))
      cache.refresh(cartKey)
    }, showAgain)

  return (
    <>
      {!isRefusing && <Failure text={failure?.message} />}
      {canDecide && (
        <div
          data-order-bar
          className="flex flex-wrap justify-end gap-2 max-sm:border-line max-sm:bg-surface max-sm:fixed max-sm:inset-x-0 max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-sm:z-20 max-sm:border-t max-sm:px-4 max-sm:py-2"
        >
          {total && (
            <p className="flex w-full items-baseline justify-between text-13 text-ink-2 sm:hidden">
              {t('purchases.total.now')}
              <Price value={total.value} currency={total.currency} className="text-16 font-semibold text-ink" />
            </p>
          )}
          <Button
            variant="solid"
            size="lg"
            busy={isBusy}
            disabled={isBlocked(purchase)}
            icon={<Check size={16} aria-hidden="true" />}
            className="max-sm:w-full sm:order-last"
            onClick={() => void approve()}
          >
            {t('purchases.action.approve')}
          </Button>
          <Button size="lg" className="max-sm:flex-1" onClick={onEdit}>
            {t('purchases.action.change')}
          </Button>
          <Button variant="danger" size="lg" className="max-sm:flex-1" onClick={() => setRefusing(true)}>
            {t('purchases.action.refuse')}
          </Button>
        </div>
      )}
      {isOwn && state === 'waiting' && (
        <Button
          size="lg"
          className="self-end max-sm:w-full"
          busy={isBusy}
          icon={<Undo2 size={16} aria-hidden="true" />}
          onClick={() => void withdraw()}
        >
          {t('purchases.action.withdraw')}
        </Button>
      )}
      {canReturn && (
        <Button
          variant="solid"
          size="lg"
          className="self-end max-sm:w-full"
          busy={isBusy}
          onClick={() => void toCart()}
        >
          {t('purchases.action.toCart')}
        </Button>
      )}
      {isRefusing && (
        <FormDialog
          title={t('purchases.action.refuse')}
          saveLabel={t('purchases.action.refuse')}
          saveVariant="danger"
          isBusy={isBusy}
          onSend={(form) => void refuse(formTexts(form)('reason'))}
          onClose={() => setRefusing(false)}
        >
          <Field label={t('purchases.action.reason')} hint={t('purchases.action.reasonHint')} error={failure?.message}>
            {(fieldProps) => (
              <textarea
                {...fieldProps}
                name="reason"
                rows={3}
                maxLength={stepReasonMax}
                className="field w-full px-2.5 py-2"
              />
            )}
          </Field>
        </FormDialog>
      )}
    </>
  )
}
