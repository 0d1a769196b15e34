import { type ReactNode, type RefObject, useState } from 'react'
import type { PaymentResult } from '#contract/shop/payments.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { type FieldProblem, fieldOf } from './card-fields.tsx'
import type { PaymentProblem } from '#web/payments/bank/payment-step.ts'
import type { Purpose } from '#web/payments/purpose.ts'
import { useCardForm } from './use-card-form.ts'
import { usePayment } from '#web/payments/bank/use-payment.ts'

export type CardDialogProps = {
  purpose: Purpose
  /** The amount before commission, in the currency of the purpose: two decimals. */
  amount: string
  /** Next to the amount: its purpose or exchange rate. */
  amountNote?: ReactNode
  /** The number of installments that is chosen at first, if the card has it. */
  installment?: number | null | undefined
  description: string
  onDescription(description: string): void
  /** The server has confirmed the payment: continues. */
  onPaid(result: PaymentResult): void
  /** Refused before it started: the page may be out of date. */
  onRefused?(code: string): void
  onClose(): void
}

/** The form of the dialog `formId`, its problems, and the payment that it starts. */
export function useCardPayment(
  props: CardDialogProps,
  { formId, frame }: { formId: string; frame: RefObject<HTMLIFrameElement | null> },
) {
  const { t } = useTranslation()
  const confirmLeaving = useLeaveConfirmation()
  const [problem, setProblem] = useState<FieldProblem | null>(null)
  /** What is missing besides the card's fields, as text. */
  const [missing, setMissing] = useState<string | null>(null)
  const form = useCardForm(props)
  const payment = usePayment({ purpose: props.purpose, frame, onPaid, onFailed })
  const { step } = payment

  function onPaid(result: PaymentResult): void {
    form.clear()
    props.onPaid(result)
  }
  function onFailed({ code, message }: PaymentProblem): void {
    const isOfField = code !== null && fieldOf[code] !== undefined
    if (isOfField) show({ code: code as FieldProblem['code'], message: message ?? '' })
    // The frame took the focus with it.
    else document.querySelector<HTMLElement>(`[form="${formId}"]`)?.focus()
    if (code === 'card_cvc_invalid' || code?.startsWith('stored_card_') === true) form.stored.reload()
    if (code === 'amount_changed' || code === 'installment_unknown') form.reload()
    if (code !== null) props.onRefused?.(code)
  }
  function show(fieldProblem: FieldProblem): void {
    setProblem(fieldProblem)
    const fields = document.getElementById(formId)
    fields?.querySelector<HTMLElement>(`[name="${fieldOf[fieldProblem.code]}"]`)?.focus()
  }
  function submit(): void {
    if (step.at !== 'form' || form.plans.state === 'loading') return
    const code = form.check()
    const isPlanMissing = code === null && form.plan === null && form.plans.state === 'loaded'
    const isOfField = code !== null && fieldOf[code] !== undefined
    setProblem(null)
    setMissing(isPlanMissing ? t('payment.invalid.form') : null)
    if (isOfField) show({ code, message: t(`payment.invalid.${code}`) })
    else if (code !== null) setMissing(t(`payment.invalid.${code}`))
    else if (!isPlanMissing) payment.start()
  }
  return {
    form,
    step,
    /** The server's latest answer about the payment. */
    result: payment.result,
    release: payment.release,
    problem,
    missing,
    submit,
    setCard(card: typeof form.card): void {
      form.setCard(card)
      setProblem(null)
    },
    /** Closes the dialog, after a confirmation while the bank asks for its code. */
    async leave(): Promise<void> {
      if (step.at === 'frame' && !(await confirmLeaving())) return
      if (await payment.cancel()) props.onClose()
    },
  }
}

function useLeaveConfirmation(): () => Promise<boolean> {
  const { t } = useTranslation()
  return async () => {
    const answer = await showAlert({
      title: t('payment.leave.title'),
      text: t('payment.leave.text'),
      actions: [{ label: t('payment.leave.confirm'), value: 'yes', variant: 'danger' }],
      close: t('payment.leave.stay'),
    })
    return answer === 'yes'
  }
}
