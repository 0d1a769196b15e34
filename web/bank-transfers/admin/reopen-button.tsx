import { useState } from 'react'
import { type BankLine, reopenBankLine } from '#contract/admin/bank-lines.ts'
import { lira } from '#domain/money/money.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { NoteDialog } from '#web/administration/note-dialog.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useLineCall } from './use-line-call.ts'

/** Takes back what a line was booked as, or that it is ignored. */
export function ReopenButton({ line: { id, amount, state } }: { line: BankLine }) {
  const { t, formatMoney } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { isBusy, failure, run } = useLineCall()
  const text = (name: string, facts?: Record<string, string>) =>
    t(`administration.bankLines.reopenDialog.${name}`, facts)
  async function reopen(reason: string): Promise<void> {
    const done = await run(reopenBankLine, { params: { id: String(id) }, body: { reason } }, 'reopen')
    if (done) setOpen(false)
  }
  return (
    <MayChange>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        {t('administration.bankLines.reopen')}
      </Button>
      {isOpen && (
        <NoteDialog
          title={text('title')}
          text={state === 'booked' ? text('booked', { amount: formatMoney(amount, lira) }) : text('ignored')}
          label={text('reason')}
          confirm={text('confirm')}
          maxLength={500}
          isBusy={isBusy}
          failure={failure}
          onConfirm={(reason) => void reopen(reason)}
          onClose={() => setOpen(false)}
        />
      )}
    </MayChange>
  )
}
