import { useState } from 'react'
import {
  type BankFinding,
  bookBankFinding,
  checkBankFinding,
  explainBankFinding,
  returnBankFinding,
} from '#contract/admin/bank-findings.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { NoteDialog } from '#web/administration/note-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { usePaymentCall } from '#web/payments/admin/use-admin-payment.ts'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Open = 'book' | 'return' | 'link' | 'explain'
type DialogProps = { finding: BankFinding; onClose(): void }

/** The actions that fit an open finding, and the state of a return. */
export function FindingActions({ finding }: { finding: BankFinding }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open | null>(null)
  const { mayBook, mayReturn, mayLink, mayExplain, mayCheck } = finding
  const label = (name: string) => t(`administration.bankFindings.actions.${name}`)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-col items-start gap-1.5">
      <ReturnState finding={finding} />
      <MayChange>
        <div className="flex flex-wrap gap-2">
          {mayBook && <Button onClick={() => setOpen('book')}>{label('book')}</Button>}
          {mayReturn && (
            <Button variant="danger" onClick={() => setOpen('return')}>
              {label('return')}
            </Button>
          )}
          {mayCheck && <CheckButton finding={finding} />}
          {mayLink && <Button onClick={() => setOpen('link')}>{label('link')}</Button>}
          {mayExplain && <Button onClick={() => setOpen('explain')}>{label('explain')}</Button>}
        </div>
      </MayChange>
      {open === 'book' && <BookDialog finding={finding} onClose={close} />}
      {open === 'link' && <LinkDialog finding={finding} onClose={close} />}
      {(open === 'return' || open === 'explain') && <NoteAction finding={finding} action={open} onClose={close} />}
    </div>
  )
}

function ReturnState({ finding: { returnState, returnText } }: { finding: BankFinding }) {
  const { t } = useTranslation()
  if (returnState === null || returnState === 'done') return null
  const hasText = returnState === 'refused' && returnText !== null && returnText !== ''
  return (
    <p className="text-12 text-warning">
      {t(`administration.bankFindings.returnStates.${hasText ? 'refusedText' : returnState}`, {
        words: returnText ?? '',
      })}
    </p>
  )
}

function CheckButton({ finding }: { finding: BankFinding }) {
  const { t } = useTranslation()
  const { isBusy, run } = usePaymentCall(t('administration.bankFindings.done.check'))
  async function check(): Promise<void> {
    const error = await run(checkBankFinding, { params: { id: String(finding.id) }, body: {} })
    if (error !== null) await showAlert({ text: error.message })
  }
  return (
    <Button busy={isBusy} onClick={() => void check()}>
      {t('administration.bankFindings.actions.check')}
    </Button>
  )
}

/** Records a payment or refund that the bank confirms. */
function BookDialog({ finding, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { isBusy, failure, run } = usePaymentCall(t('administration.bankFindings.done.book'))
  async function book(): Promise<void> {
    const error = await run(bookBankFinding, { params: { id: String(finding.id) }, body: {} })
    if (error === null) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('administration.bankFindings.book.title')}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="solid" size="card" busy={isBusy} onClick={() => void book()}>
            {t('administration.bankFindings.book.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-ink-2">{t('administration.bankFindings.book.text')}</p>
        <Failure text={failure} />
      </div>
    </Dialog>
  )
}

/** Returns the money or explains the finding; both with a note. */
function NoteAction({ finding, action, onClose }: DialogProps & { action: 'return' | 'explain' }) {
  const { t, formatMoney } = useTranslation()
  const { isBusy, failure, run } = usePaymentCall(t(`administration.bankFindings.done.${action}`))
  const text = (name: string, facts?: Record<string, string>) =>
    t(`administration.bankFindings.${action}.${name}`, facts)
  async function send(note: string): Promise<void> {
    const params = { id: String(finding.id) }
    const error =
      action === 'return'
        ? await run(returnBankFinding, { params, body: { cause: note.slice(0, 200) } })
        : await run(explainBankFinding, { params, body: { note } })
    if (error === null) onClose()
  }
  return (
    <NoteDialog
      title={text('title')}
      text={text('text', { amount: formatMoney(finding.amount, finding.currency) })}
      label={text(action === 'return' ? 'cause' : 'note')}
      confirm={text('confirm')}
      maxLength={action === 'return' ? 200 : 1000}
      isBusy={isBusy}
      failure={failure}
      onConfirm={(note) => void send(note)}
      onClose={onClose}
    />
  )
}
