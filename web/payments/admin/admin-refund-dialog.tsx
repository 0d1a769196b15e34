import { useState } from 'react'
import { type PaymentDetail, refundPayment, voidPayment } from '#contract/admin/payments.ts'
import { readPaidAmount } from '#domain/money/paid-amount.ts'
import { refundedBase } from '#domain/payments/refund-share.ts'
import { decimal, lira } from '#domain/money/money.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { formFormats } from '#domain/text/format.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { createAttemptKeys } from '#web/app/data/attempt-keys.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import { usePaymentCall } from './use-admin-payment.ts'

type RefundDialogProps = { payment: PaymentDetail; kind: 'void' | 'refund'; onClose(): void }

/** Confirms a refund, with its amount and reason. */
export function RefundDialog({ payment, kind, onClose }: RefundDialogProps) {
  const { t, formatMoney } = useTranslation()
  const { refundable, currency } = payment
  const [typed, setTyped] = useState(formFormats.formatNumber(refundable, 2))
  const [cause, setCause] = useState('')
  const [keys] = useState(createAttemptKeys)
  const problem = kind === 'refund' ? problemOf(typed, refundable) : null
  const paid = readPaidAmount(typed)
  const sent = kind === 'void' ? String(payment.amount) : problem === null && paid.ok ? paid.amount : null
  const { secondOver } = payment
  const isForeign = currency !== lira
  const isAbove = sent !== null && (isForeign || decimal(payment.refunded).plus(sent).greaterThan(secondOver))
  const isWaiting = secondOver > 0 && isAbove
  const { isBusy, failure, run, forget } = usePaymentCall(
    t(isWaiting ? 'administration.payments.second.text' : `administration.payments.done.${kind}`),
  )
  const facts = { amount: formatMoney(kind === 'void' ? payment.amount : refundable, currency) }

  async function send(): Promise<void> {
    const amount = paid.ok ? paid.amount : ''
    const params = { id: String(payment.id) }
    const shared = { key: keys.keyFor(`${kind} ${amount} ${cause}`), cause: cause.trim() }
    const error =
      kind === 'void'
        ? await run(voidPayment, { params, body: shared })
        : await run(refundPayment, { params, body: { ...shared, amount } })
    keys.answered(error?.status ?? 200)
    if (error === null) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`administration.payments.${kind}.title`)}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="solid" size="card" busy={isBusy} disabled={problem !== null} onClick={() => void send()}>
            {t(`administration.payments.${kind}.confirm`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-ink-2">{t(`administration.payments.${kind}.text`, facts)}</p>
        {sent !== null && (
          <p role="status">
            {t('administration.payments.refund.toAccount', {
              amount: formatMoney(sent, currency),
              account: formatMoney(accountShare(payment, sent), currency),
            })}
          </p>
        )}
        {isWaiting && (
          <MessageStrip tone="info">
            {isForeign
              ? t('administration.payments.second.askedForeign')
              : t('administration.payments.second.asked', { amount: formatMoney(secondOver, lira) })}
          </MessageStrip>
        )}
        {kind === 'refund' && (
          <AmountField
            label={t('administration.payments.refund.amount')}
            value={typed}
            error={problem === null ? undefined : t(`administration.payments.refund.${problem}`, facts)}
            hint={t('administration.payments.refund.most', facts)}
            onChange={(amount) => {
              setTyped(amount)
              forget()
            }}
          />
        )}
        <TextField
          label={t('administration.payments.refund.cause')}
          note={t('ui.optional')}
          maxLength={200}
          value={cause}
          onChange={(event) => setCause(event.currentTarget.value)}
        />
        <Failure text={failure} />
      </div>
    </Dialog>
  )
}

/** What the refund of this sum debits to the dealer's account, after earlier refunds. */
function accountShare(payment: PaymentDetail, sum: string): string {
  const before = decimal(payment.refunded)
  return refundedBase(payment, before.plus(sum)).minus(refundedBase(payment, before)).toFixed(2)
}

function problemOf(typed: string, refundable: number): 'invalid' | 'tooMuch' | null {
  const paid = readPaidAmount(typed)
  if (!paid.ok) return 'invalid'
  return decimal(paid.amount).greaterThan(refundable) ? 'tooMuch' : null
}
