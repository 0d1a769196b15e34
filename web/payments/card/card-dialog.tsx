import { LockKeyhole } from 'lucide-react'
import { type RefObject, useId, useRef } from 'react'
import { monthlyAmounts } from '#domain/payments/payment.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { countText, monthsOf } from './plan-words.ts'
import { PendingAtBank } from '#web/payments/bank/pending-at-bank.tsx'
import { DialogFoot, DialogHead, Paid } from './card-dialog-parts.tsx'
import { fieldOf } from './card-fields.tsx'
import { CardForm } from './card-form.tsx'
import { PaymentFrame } from '#web/payments/bank/payment-frame.tsx'
import { framePath, type Purpose } from '#web/payments/purpose.ts'
import { ProblemNote } from '#web/payments/bank/problem-note.tsx'
import { type CardDialogProps, useCardPayment } from './use-card-payment.ts'

const position = 'inset-0 m-auto border-line sm:rounded-dialog sm:border'
const size =
  'max-sm:h-dvh max-sm:max-h-none max-sm:w-screen max-sm:max-w-none sm:h-fit sm:max-h-[calc(100dvh-1rem)] sm:w-[calc(100vw-2rem)] sm:max-w-220'

/** Payment by card (checkout, section 2): the form, then the bank's page, then the outcome. */
export function CardDialog(props: CardDialogProps) {
  const { purpose, amount } = props
  const [titleId, formId] = [useId(), useId()]
  const frame = useRef<HTMLIFrameElement>(null)
  const firstField = useRef<HTMLInputElement>(null)
  const mainButton = useRef<HTMLButtonElement>(null)
  const payment = useCardPayment(props, { formId, frame })
  const { form, step } = payment
  const leave = () => void payment.leave()
  return (
    <Modal
      onClose={leave}
      labelledBy={titleId}
      closesOutside={false}
      initialFocus={form.hasCardForm ? firstField : mainButton}
      className={`${position} ${size}`}
    >
      <DialogHead titleId={titleId} hasDemoCards={form.hasDemoCards} onClose={leave} />
      {step.at === 'form' && (
        <CardForm
          id={formId}
          firstField={firstField}
          amount={amount}
          currency={form.currency}
          amountNote={props.amountNote}
          card={form.hasCardForm ? form.card : null}
          onCard={payment.setCard}
          storage={form}
          description={props.description}
          onDescription={props.onDescription}
          plans={form.plans}
          offered={form.offered}
          planId={form.plan?.id ?? null}
          onPlan={form.choose}
          problem={payment.problem}
          problemNote={<DialogProblem payment={payment} />}
          onSubmit={payment.submit}
        />
      )}
      {step.at === 'frame' && (
        <PaymentFrame
          frame={frame}
          path={framePath(purpose)}
          isLeaving={step.isLeaving === true}
          cardMessage={form.message}
        />
      )}
      {step.at === 'pending' && (
        <PendingAtBank where={whereOf(purpose)} payment={payment.result} onRelease={payment.release} />
      )}
      {step.at === 'paid' ? (
        <Paid />
      ) : (
        <Foot payment={payment} formId={formId} mainButton={mainButton} onLeave={leave} />
      )}
    </Modal>
  )
}

type CardPayment = ReturnType<typeof useCardPayment>

function whereOf({ type }: Purpose): 'orders' | 'account' | 'link' {
  return type === 'order' ? 'orders' : type === 'pay' ? 'account' : 'link'
}

/** A problem that does not belong to one field, above the fields. */
function DialogProblem({ payment: { step, missing } }: { payment: CardPayment }) {
  const problem = step.at === 'form' ? step.problem : null
  if (missing !== null) {
    return (
      <MessageStrip tone="danger" role="alert">
        {missing}
      </MessageStrip>
    )
  }
  if (problem === null || (problem.code !== null && fieldOf[problem.code] !== undefined)) return null
  return <ProblemNote problem={problem} />
}

type FootProps = {
  payment: CardPayment
  formId: string
  mainButton: RefObject<HTMLButtonElement | null>
  onLeave(): void
}

function Foot({ payment: { form, step }, formId, mainButton, onLeave }: FootProps) {
  const { t, formatMoney } = useTranslation()
  return (
    <DialogFoot total={formatMoney(form.charge.total, form.currency)} parts={<Parts form={form} />}>
      {/* Replaces the pay button: the second click of a double click must not cancel. */}
      <Button size="lg" onClick={({ detail }) => detail < 2 && onLeave()}>
        {t(step.at === 'pending' ? 'ui.close' : 'ui.cancel')}
      </Button>
      {step.at === 'form' && (
        <Button
          ref={mainButton}
          type="submit"
          form={formId}
          variant="solid"
          size="lg"
          busy={form.plans.state === 'loading'}
          icon={<LockKeyhole size={16} aria-hidden="true" />}
        >
          {t(form.hasCardForm ? 'payment.form.confirm' : 'payment.form.openHosted')}
        </Button>
      )}
    </DialogFoot>
  )
}

/** `3 taksit × ₺55.237,05` */
function Parts({ form: { plan, charge, currency } }: { form: CardPayment['form'] }) {
  const { t, formatMoney } = useTranslation()
  if (plan === null || plan.installment === 1) return t('payment.plans.single')
  const [monthly = charge.total] = monthlyAmounts(charge.total, monthsOf(plan))
  return `${countText(t, plan)} × ${formatMoney(monthly, currency)}`
}
