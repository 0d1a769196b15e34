import { useState } from 'react'
import { type BankFinding, linkBankFinding, type LinkablePayment } from '#contract/admin/bank-findings.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { usePaymentCall } from '#web/payments/admin/use-admin-payment.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { LinkablePayments } from './linkable-payments.tsx'
import { useLinkablePayments } from './use-linkable-payments.ts'

/** Links a finding to the payment that it is, found by a search. */
export function LinkDialog({ finding, onClose }: { finding: BankFinding; onClose(): void }) {
  const { t, formatMoney } = useTranslation()
  const text = (name: string, facts?: Record<string, string>) => t(`administration.bankFindings.link.${name}`, facts)
  const { isBusy, failure, run } = usePaymentCall(t('administration.bankFindings.done.link'))
  const search = useLinkablePayments(finding.id)
  const [chosen, setChosen] = useState<LinkablePayment | null>(null)
  const [note, setNote] = useState('')
  const isNoteMissing = chosen?.isSame === false && note.trim() === ''
  async function link(): Promise<void> {
    if (chosen === null) return
    const body = { paymentId: chosen.id, note }
    const error = await run(linkBankFinding, { params: { id: String(finding.id) }, body })
    if (error === null) onClose()
  }
  const facts = {
    amount: formatMoney(finding.amount, finding.currency),
    reference: finding.reference,
    day: formatDay(finding.day),
  }
  return (
    <Dialog
      open
      width="md"
      onOpenChange={onClose}
      title={text('title')}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="solid"
            size="card"
            busy={isBusy}
            disabled={chosen === null || isNoteMissing}
            onClick={() => void link()}
          >
            {text('confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1 [overflow-wrap:anywhere] text-ink-2">
          <p>{text(finding.kind === 'refund_missing' ? 'refundText' : 'text', facts)}</p>
          {finding.kind === 'sale_missing' && <p>{text('warning')}</p>}
        </div>
        <TextField
          label={text('search')}
          type="search"
          autoComplete="off"
          maxLength={200}
          hint={text('searchHint')}
          value={search.q}
          onChange={({ target }) => {
            setChosen(null)
            search.setQ(target.value)
          }}
        />
        <LinkablePayments search={search} chosen={chosen} onChoose={setChosen} />
        {chosen !== null && (
          <Field
            label={text('note')}
            note={chosen.isSame && `(${text('optional')})`}
            hint={chosen.isSame ? undefined : text('noteNeeded')}
          >
            {(fieldProps) => (
              <textarea
                {...fieldProps}
                rows={2}
                maxLength={1000}
                required={!chosen.isSame}
                value={note}
                onChange={({ target }) => setNote(target.value)}
                className="field w-full p-2.5"
              />
            )}
          </Field>
        )}
        <Failure text={failure} />
      </div>
    </Dialog>
  )
}
