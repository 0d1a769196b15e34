import { Plus } from 'lucide-react'
import { type BankLine, bookBankLine, linePartsMax } from '#contract/admin/bank-lines.ts'
import { lira } from '#domain/money/money.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { SplitPartFields } from './split-part-fields.tsx'
import { useLineCall } from './use-line-call.ts'
import { useSplit } from './use-split.ts'

/** Chooses the dealers of a line, with amount, notice and debts of each. */
export function SplitDialog({ line, onClose }: { line: BankLine; onClose(): void }) {
  const { t, formatMoney } = useTranslation()
  const { parts, rest, isComplete, change, add, remove } = useSplit(line)
  const { isBusy, failure, run } = useLineCall()
  const text = (name: string, facts?: Record<string, string>) => t(`administration.bankLines.split.${name}`, facts)
  async function book(): Promise<void> {
    const body = {
      parts: parts.flatMap(({ dealer, amount, noticeId, debts }) =>
        dealer === null ? [] : [{ dealerId: dealer.id, amount, noticeId, debts: [...debts] }],
      ),
    }
    if (await run(bookBankLine, { params: { id: String(line.id) }, body }, 'book')) onClose()
  }
  return (
    <Dialog
      open
      width="md"
      onOpenChange={onClose}
      title={text('title', { amount: formatMoney(line.amount, lira) })}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="solid" size="card" busy={isBusy} disabled={!isComplete} onClick={() => void book()}>
            {text('confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-13 [overflow-wrap:anywhere] text-ink-2">
          {[line.sender, line.description].filter((part) => part !== '').join(' · ')}
        </p>
        {parts.map((part) => (
          <SplitPartFields
            key={part.key}
            part={part}
            isOnly={parts.length === 1}
            onChange={(changed) => change(part.key, changed)}
            onRemove={() => remove(part.key)}
          />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          {parts.length < linePartsMax && (
            <Button size="card" icon={<Plus size={16} aria-hidden="true" />} onClick={add}>
              {text('add')}
            </Button>
          )}
          <span role="status" className={`text-13 ${rest.isZero() ? 'text-ink-2' : 'font-medium text-warning'}`}>
            {text('rest', { amount: formatMoney(rest, lira) })}
          </span>
        </div>
        <Failure text={failure} />
      </div>
    </Dialog>
  )
}
