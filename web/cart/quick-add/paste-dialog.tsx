import { useEffect, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { formatQuantity } from '#domain/text/format.ts'
import { pastedLines, pastedRowsMax, pickRows } from '#domain/cart/pasted-lines.ts'
import { copyText } from '#web/app/copy-text.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { PastedRows } from './pasted-rows.tsx'
import { usePastedRows } from './use-pasted-rows.ts'

/** `onClose` hears of the text that is left, to be opened with again. */
type PasteDialogProps = { text: string; onClose(left: string): void }

/** Many lines from a spreadsheet: pasted, looked through, added. Read after the page has come to life. */
export function PasteDialog({ text: given, onClose }: PasteDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(given)
  const heading = `${t('cartPage.quick.code')}\t${t('cart.head.quantity')}`
  const pasted = usePastedRows({
    onDone: () => onClose(''),
    keepRows: (numbers) => {
      const left = pickRows(text, numbers, heading)
      setText(left)
      return pastedLines(left)
    },
  })
  const { rows, isBusy, error, addedCount } = pasted
  const lines = pastedLines(text)
  const isTooLong = lines.length > pastedRowsMax
  const good = rows?.filter((row) => row.error === undefined) ?? []
  const bad = rows?.filter((row) => row.error !== undefined) ?? []
  const counts = { count: lines.length, max: formatQuantity(pastedRowsMax) }
  const copyBad = () =>
    copyText(
      pickRows(
        text,
        bad.map(({ line }) => line.row),
        heading,
      ),
      null,
    )
  const actions =
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
      <>
        {bad.length > 0 && <CopyButton copy={copyBad} onFailed={pasted.forget} />}
        <Button variant={good.length === 0 ? 'solid' : 'outline'} onClick={pasted.forget}>
          {t('cartPage.paste.back')}
        </Button>
        {good.length > 0 && (
          <Button variant="solid" busy={isBusy} onClick={() => void pasted.add()}>
            {t('cartPage.paste.add', { count: good.length })}
          </Button>
        )}
      </>
    )
  return (
    <Dialog open onOpenChange={() => onClose(text)} title={t('cartPage.paste.title')} width="lg" actions={actions}>
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
              ref={focusNow}
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

/** The way back to the list leads into it; the dialog itself sees to its first opening. */
function focusNow(field: HTMLTextAreaElement | null): void {
  field?.focus()
}

/** How long the button says that it was done, in milliseconds. */
const copiedShown = 2500

type CopyButtonProps = { copy(): Promise<boolean>; onFailed(): void }

/** Where nothing can be copied by itself, the text is shown to be copied. */
function CopyButton({ copy, onFailed }: CopyButtonProps) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedShown)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <Button variant="ghost" onClick={() => void copy().then((isDone) => (isDone ? setCopied(true) : onFailed()))}>
      {t(isCopied ? 'cartPage.paste.copied' : 'cartPage.paste.copy')}
    </Button>
  )
}
