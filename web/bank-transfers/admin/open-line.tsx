import { useState } from 'react'
import { type BankLine, bookBankLine, ignoreBankLine, type LineSuggestion } from '#contract/admin/bank-lines.ts'
import { formFormats } from '#domain/text/format.ts'
import { lira } from '#domain/money/money.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { NoteDialog } from '#web/administration/note-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { SplitDialog } from './split-dialog.tsx'
import { useLineCall } from './use-line-call.ts'

/** Whose money a line may be, each bookable by one click; or choose, split, or set it aside. */
export function OpenLine({ line }: { line: BankLine }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'split' | 'ignore' | null>(null)
  const { isBusy, failure, run } = useLineCall()
  const close = () => setOpen(null)
  const { id, amount, suggestions } = line
  function book({ dealerId, noticeId, debts }: LineSuggestion): void {
    const part = {
      dealerId,
      noticeId,
      debts: debts.map((debt) => debt.id),
      amount: formFormats.formatNumber(amount, 2),
    }
    void run(bookBankLine, { params: { id: String(id) }, body: { parts: [part] } }, 'book')
  }
  return (
    <div className="flex flex-col gap-2">
      {suggestions.length === 0 && <p className="text-ink-2">{t('administration.bankLines.unknown')}</p>}
      {suggestions.map((suggestion) => (
        <Suggested key={suggestion.dealerId} suggestion={suggestion} isBusy={isBusy} onBook={() => book(suggestion)} />
      ))}
      <Failure text={failure} />
      <MayChange>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setOpen('split')}>
            {t('administration.bankLines.other')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setOpen('ignore')}>
            {t('administration.bankLines.ignore')}
          </Button>
        </div>
      </MayChange>
      {open === 'split' && <SplitDialog line={line} onClose={close} />}
      {open === 'ignore' && <IgnoreDialog line={line} onClose={close} />}
    </div>
  )
}

type SuggestedProps = { suggestion: LineSuggestion; isBusy: boolean; onBook(): void }

function Suggested({ suggestion, isBusy, onBook }: SuggestedProps) {
  const { t } = useTranslation()
  const { dealer, dealerCode, reasons, debts, isStrong } = suggestion
  const text = (name: string, facts?: Record<string, string>) => t(`administration.bankLines.${name}`, facts)
  const numbers = debts.map(({ documentNo }) => documentNo).filter((number) => number !== '')
  return (
    <div data-testid="suggestion" className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <span className="font-medium">{dealer}</span> <span className="text-12 text-ink-2">{dealerCode}</span>
        <span className="mt-0.5 flex flex-wrap gap-1">
          {reasons.map((reason) => (
            <Badge key={reason} tone={isStrong ? 'success' : 'neutral'}>
              {text(`reasons.${reason}`)}
            </Badge>
          ))}
        </span>
        <span className="block text-12 text-ink-2">
          {numbers.length > 0 ? text('pays', { numbers: numbers.join(', ') }) : text('paysOldest')}
        </span>
      </div>
      <MayChange>
        <Button variant={isStrong ? 'solid' : 'outline'} busy={isBusy} onClick={onBook}>
          {text('book')}
        </Button>
      </MayChange>
    </div>
  )
}

function IgnoreDialog({ line: { id, amount }, onClose }: { line: BankLine; onClose(): void }) {
  const { t, formatMoney } = useTranslation()
  const { isBusy, failure, run } = useLineCall()
  const text = (name: string, facts?: Record<string, string>) =>
    t(`administration.bankLines.ignoreDialog.${name}`, facts)
  async function ignore(reason: string): Promise<void> {
    if (await run(ignoreBankLine, { params: { id: String(id) }, body: { reason } }, 'ignore')) onClose()
  }
  return (
    <NoteDialog
      title={text('title')}
      text={text('text', { amount: formatMoney(amount, lira) })}
      label={text('reason')}
      confirm={text('confirm')}
      maxLength={500}
      isBusy={isBusy}
      failure={failure}
      onConfirm={(reason) => void ignore(reason)}
      onClose={onClose}
    />
  )
}
