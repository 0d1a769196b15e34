import { useMemo, useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { addListLines, listLinesMax } from '#contract/shop/lists.ts'
import { readDraftLines } from '#domain/cart/order-text/draft-lines.ts'
import { pastedQuantity } from '#domain/cart/pasted-lines.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { ListText } from '#web/cart/quick-add/list-text.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useOutcomeText } from './use-outcome-text.ts'

type ImportDialogProps = { listId: number; onAdded(): void; onClose(): void }

/** Adds pasted lines or those of a file to the list. Lines that are refused stay in the text with their reasons. */
export function ImportDialog({ listId, onAdded, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<Reply<typeof addListLines>['refused']>([])
  const { isBusy, failure, send } = useSubmit()
  const describe = useOutcomeText()
  const { lines } = useMemo(() => readDraftLines(text), [text])
  const canAdd = lines.length > 0 && lines.length <= listLinesMax

  const add = () =>
    send(async () => {
      const sent = lines.map(({ code, quantity, unit }) => ({
        code,
        quantity: pastedQuantity(quantity),
        ...(unit !== '' && { unit }),
      }))
      const outcome = await call(addListLines, {
        params: { id: String(listId) },
        body: { source: { kind: 'codes', lines: sent } },
      })
      onAdded()
      if (outcome.addedCount + outcome.changedCount > 0 || outcome.refused.length === 0) {
        notify.success(describe(outcome), { id: 'list-lines' })
      }
      if (outcome.refused.length === 0) return onClose()
      setRefused(outcome.refused)
      setText(outcome.refused.map(({ line }) => lines[line]?.text ?? '').join('\n'))
    })
  return (
    <Dialog
      open
      width="lg"
      title={t('lists.import.title')}
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button variant="solid" busy={isBusy} disabled={!canAdd} onClick={() => void add()}>
            {t('lists.import.add', { count: lines.length })}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-13 text-ink-2">{t('lists.import.hint')}</p>
      <Failure text={failure?.message} className="mb-3" />
      {refused.length > 0 && (
        <div role="alert" className="mb-3 text-13 text-danger">
          <p className="font-medium">{t('lists.import.refused', { count: refused.length })}</p>
          <ul className="max-h-40 list-disc overflow-y-auto pl-5">
            {refused.map(({ line, code, message }) => (
              <li key={line}>
                <span className="code">{code}</span> {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      <ListText text={text} lineCount={lines.length} onText={setText} />
    </Dialog>
  )
}
