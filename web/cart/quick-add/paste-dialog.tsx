import { useEffect, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { formatQuantity } from '#domain/text/format.ts'
import { pastedLines, pastedRowsMax, pickRows } from '#domain/cart/pasted-lines.ts'
import { copyText } from '#web/app/copy-text.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { PastedRows } from './pasted-rows.tsx'
import { type CheckedRow, usePastedRows } from './use-pasted-rows.ts'

/** `onClose` receives the remaining text, which is shown when the dialog opens again. */
type PasteDialogProps = { text: string; onClose(remainingText: string): void }

/** Adds many lines pasted from a spreadsheet, after checking them. Loaded on demand. */
export function PasteDialog({ text: given, onClose }: PasteDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(given)
  const heading = `${t('cartPage.quick.code')}\t${t('cart.head.quantity')}`
  const pasted = usePastedRows({
    onDone: () => onClose(''),
    keepRows: (numbers) => {
      const remaining = pickRows(text, numbers, heading)
      setText(remaining)
      return pastedLines(remaining)
    },
  })
  const { rows, isBusy, error, addedCount } = pasted
  const lines = pastedLines(text)
  const isTooLong = lines.length > pastedRowsMax
  const counts = { count: lines.length, max: formatQuantity(pastedRowsMax) }
  return (
    <Dialog
      open
      onOpenChange={() => onClose(text)}
      title={t('cartPage.paste.title')}
      width="lg"
      actions={
        rows === null ? (
          <>
            <Button onClick={() => onClose('')}>{t('ui.cancel')}</Button>
            <Button
              variant="solid"
              busy={isBusy}
              disabled={lines.length === 0 || isTooLong}
              onClick={() => void pasted.check(lines)}
            >
              {t('cartPage.paste.check')}
            </Button>
          </>
        ) : (
          <CheckedActions
            rows={rows}
            isBusy={isBusy}
            onCopy={(numbers) => copyText(pickRows(text, numbers, heading), null)}
            onBack={pasted.reset}
            onAdd={() => void pasted.add()}
          />
        )
      }
    >
      {error !== null && (
        <p role="alert" className="mb-3 text-13 text-danger">
          {error}
        </p>
      )}
      {rows === null ? (
        <Field
          label={t('cartPage.paste.label')}
          hint={lines.length === 0 ? t('cartPage.paste.hint') : t('cartPage.paste.count', counts)}
          error={isTooLong ? t('cartPage.paste.tooMany', counts) : undefined}
        >
          {(fieldProps) => (
            <textarea
              {...fieldProps}
              ref={focusField}
              value={text}
              onChange={(event) => setText(event.target.value)}
              rows={12}
              spellCheck={false}
              placeholder={t('cartPage.paste.example')}
              className="field block w-full resize-y p-2.5 font-mono text-13"
            />
          )}
        </Field>
      ) : (
        <PastedRows rows={rows} addedCount={addedCount} />
      )}
    </Dialog>
  )
}

type CheckedActionsProps = {
  rows: readonly CheckedRow[]
  isBusy: boolean
  /** Copies the rows with these numbers; resolves with whether it worked. */
  onCopy(numbers: readonly number[]): Promise<boolean>
  onBack(): void
  onAdd(): void
}

function CheckedActions({ rows, isBusy, onCopy, onBack, onAdd }: CheckedActionsProps) {
  const { t } = useTranslation()
  const invalid = rows.filter((row) => row.error !== undefined)
  const validCount = rows.length - invalid.length
  return (
    <>
      {invalid.length > 0 && <CopyButton copy={() => onCopy(invalid.map(({ line }) => line.row))} onFailed={onBack} />}
      <Button variant={validCount === 0 ? 'solid' : 'outline'} onClick={onBack}>
        {t('cartPage.paste.back')}
      </Button>
      {validCount > 0 && (
        <Button variant="solid" busy={isBusy} onClick={onAdd}>
          {t('cartPage.paste.add', { count: validCount })}
        </Button>
      )}
    </>
  )
}

/** Focuses the text after returning from the checked rows; the first time the dialog does it. */
function focusField(field: HTMLTextAreaElement | null): void {
  field?.focus()
}

/** How long the button confirms the copy, in milliseconds. */
const copiedDuration = 2500

type CopyButtonProps = { copy(): Promise<boolean>; onFailed(): void }

/** If the browser cannot copy, the text is shown for copying by hand. */
function CopyButton({ copy, onFailed }: CopyButtonProps) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedDuration)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <Button variant="ghost" onClick={() => void copy().then((isDone) => (isDone ? setCopied(true) : onFailed()))}>
      {t(isCopied ? 'cartPage.paste.copied' : 'cartPage.paste.copy')}
    </Button>
  )
}
